import { type Frame, portraitFrame } from '#app/art/blueprint/frame.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { BuildDrawing } from '../components/build-drawing.tsx'
import { buildPath, comparePath, parseCodes } from '../rules/build-address.ts'
import { type BuildClass, markAsDrawn } from '../rules/checks.ts'
import { finishIn, steps } from '../rules.ts'
import { type BuildView, findSavedBuilds, readCatalog, toBuildView } from '../store.server.ts'
import { configuratorWords, finishWords, priceWords, savedWords, stepWords } from '../words.ts'
import type { Route } from './+types/compare'

const lead = 'Two or three saved builds side by side, drawn to one scale.'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const codes = parseCodes(new URL(request.url).search)
  const [saved, catalog] = await Promise.all([findSavedBuilds(db, codes), readCatalog(db, now())])
  return {
    codes,
    unknown: codes.filter((code) => !saved.some((build) => build.code === code)),
    builds: saved.map((build) => toBuildView(build, catalog)),
  }
}

export const meta = () => [{ title: siteTitle('Compare builds') }, { name: 'description', content: lead }]

export default function Compare({ loaderData: { codes, unknown, builds } }: Route.ComponentProps) {
  return (
    <div className="wrap py-section">
      <h1 className="h1">Compare builds</h1>
      <p className="lead mt-4">{lead}</p>
      <form
        method="get"
        action="/builds/compare"
        className="mt-7 mb-10 flex flex-wrap items-end gap-3 print:hidden"
      >
        <TextField
          className="max-w-[460px] flex-[1_1_280px]"
          name="builds"
          label="Links or codes of saved builds"
          defaultValue={codes.join(', ')}
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={unknown.length > 0 ? `We couldn’t find ${unknown.join(', ')}.` : undefined}
        />
        <Button variant={builds.length > 1 ? 'secondary' : 'primary'}>Compare</Button>
      </form>
      {builds.length === 0 ? (
        <p className="lead">Paste the links of two or three saved builds, or the codes at their ends.</p>
      ) : (
        <Table builds={builds} />
      )}
    </div>
  )
}

const line = 'border-b border-hairline py-3 align-baseline font-normal'
const cell = `${line} pr-2 wrap-anywhere max-sm:text-sm sm:pr-5`
const rowHead = `${line} w-[88px] pr-2 text-sm text-faint sm:w-[132px]`
const columns: Record<number, string> = {
  1: 'sm:grid-cols-[132px_minmax(0,1fr)]',
  2: 'sm:grid-cols-[132px_repeat(2,minmax(0,1fr))]',
  3: 'sm:grid-cols-[132px_repeat(3,minmax(0,1fr))]',
}

const drawingPx: Record<number, number> = { 1: 900, 2: 520 }

function Table({ builds }: { builds: BuildView[] }) {
  const frame = commonFrame(builds)
  const codes = builds.map(({ code }) => code)
  const rows = [
    ['Class', (build: BuildView) => figure(build, 'class')],
    ['Barrel length', (build: BuildView) => figure(build, 'barrel')],
    ['Overall length', (build: BuildView) => figure(build, 'overall')],
    ...steps.map((step) => [stepWords[step].short, (build: BuildView) => namesAt(build, step)] as const),
    [finishWords.title, ({ selection }: BuildView) => finishWords.fact(finishIn(selection))],
    [
      configuratorWords.suppressor,
      ({ selection }: BuildView) => (selection.isSuppressorOptimized ? 'Yes' : 'No'),
    ],
    [configuratorWords.total, (build: BuildView) => priceWords(build.price.totalCents)],
  ] as const
  return (
    <section aria-label="Compare builds">
      <div className={`grid gap-y-4 ${columns[builds.length] ?? ''}`}>
        {builds.map((build, index) => (
          <figure className={`sm:pr-5 ${index === 0 ? 'sm:col-start-2' : ''}`} key={build.code}>
            <BuildDrawing build={build} frame={frame} widthPx={drawingPx[builds.length] ?? 380} />
            <figcaption className="text-sm text-muted sm:hidden">
              {build.platformName} {build.code}
            </figcaption>
          </figure>
        ))}
      </div>
      <table className="mt-3 w-full table-fixed text-left">
        <thead>
          <tr>
            <th className={rowHead} scope="col">
              <span className="sr-only">Step</span>
            </th>
            {builds.map(({ code, platformName }) => (
              <th className={`${cell} font-display leading-snug font-book sm:text-lg`} key={code} scope="col">
                <a className="link" href={`/builds/${code}`}>
                  {platformName} {code}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, read]) => {
            const cells = builds.map(read)
            const differs = new Set(cells).size > 1
            return (
              <tr key={label}>
                <th className={rowHead} scope="row">
                  {label}
                  {differs && <span className="sr-only"> (differs)</span>}
                </th>
                {cells.map((words, index) => (
                  <td className={differs ? `${cell} text-accent` : cell} key={builds[index]?.code}>
                    {words}
                  </td>
                ))}
              </tr>
            )
          })}
          <tr className="print:hidden">
            <th className={rowHead} scope="row">
              <span className="sr-only">Next</span>
            </th>
            {builds.map((build) => (
              <td className={`${cell} align-top`} key={build.code}>
                <Next build={build} codes={codes} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="mt-4 text-sm text-faint">{savedWords.illustration}</p>
    </section>
  )
}

function Next({ build: { code, selection }, codes }: { build: BuildView; codes: readonly string[] }) {
  const link = 'link inline-block py-1 text-sm'
  const name = <span className="sr-only"> ({code})</span>
  return (
    <ul className="grid justify-items-start gap-1">
      <li>
        <a className={link} href={`${buildPath(selection)}#configurator`}>
          Open in the configurator
          {name}
        </a>
      </li>
      {codes.length > 1 && (
        <li>
          <a className={link} href={comparePath(codes.filter((other) => other !== code))}>
            Remove
            {name}
          </a>
        </li>
      )}
    </ul>
  )
}

function figure({ buildClass }: BuildView, of: keyof BuildClass['asDrawn']): string {
  return markAsDrawn(of === 'class' ? buildClass.label : buildClass[of], buildClass.asDrawn[of])
}

function namesAt({ price }: BuildView, step: (typeof steps)[number]): string {
  const names = price.lines.filter((line) => line.step === step).map(({ name }) => name)
  return names.join(', ') || 'Not chosen'
}

/** A frame that fits all builds, so that every column has the same scale. */
function commonFrame(builds: BuildView[]): Frame {
  const frames = builds.map((build) => portraitFrame(measure(build.drawn)))
  const x = Math.min(...frames.map((frame) => frame.x))
  const end = Math.max(...frames.map((frame) => frame.x + frame.width))
  return { x, y: -5, width: end - x + 1, height: 15.6 }
}
