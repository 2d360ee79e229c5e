import { Form, Link } from 'react-router'
import type { Frame } from '#app/art/blueprint/frame.ts'
import { portraitFrame } from '#app/art/blueprint/frame.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { chosenParts, steps } from '../rules.ts'
import type { ShownBuild } from '../routes/shown-build.server.ts'
import { benchWords, compareWords, priceWords, savedWords, stepWords } from '../words.ts'
import { BuildDrawing } from './build-drawing.tsx'
import { asDrawn, drawnBuild, type ReadOut, readOut } from './drawn-build.ts'

type Props = {
  codes: string[]
  /** Codes under which nothing is saved. */
  unknown: string[]
  builds: ShownBuild[]
}

/** Builds in columns: drawings to one scale, then every step in a row, with what differs set apart. */
export function ComparePage({ codes, unknown, builds }: Props) {
  return (
    <div className="wrap py-section">
      <h1 className="h1">{compareWords.title}</h1>
      <p className="lead mt-4">{compareWords.lead}</p>
      <Form method="get" action="/builds/compare" className="mt-7 mb-10 flex flex-wrap items-end gap-3">
        <TextField
          className="max-w-[460px] flex-[1_1_280px]"
          key={codes.join()}
          name="builds"
          label={compareWords.field}
          defaultValue={codes.join(', ')}
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={unknown.length > 0 ? compareWords.missing(unknown.join(', ')) : undefined}
        />
        <Button variant={builds.length > 1 ? 'secondary' : 'primary'}>{compareWords.go}</Button>
      </Form>
      {builds.length === 0 ? <p className="lead">{compareWords.empty}</p> : <Table builds={builds} />}
    </div>
  )
}

const cell = 'min-w-[220px] border-b border-hairline py-3 pr-5 align-baseline font-normal'
const rowHead = 'min-w-24 border-b border-hairline py-3 pr-5 align-baseline text-sm font-normal text-faint'

function Table({ builds }: { builds: ShownBuild[] }) {
  const frame = commonFrame(builds)
  const rows = [
    ['Class', (build: ShownBuild) => figure(build, 'class')],
    ['Barrel length', (build: ShownBuild) => figure(build, 'barrel')],
    ['Overall length', (build: ShownBuild) => figure(build, 'overall')],
    ...steps.map((step) => [stepWords[step].short, (build: ShownBuild) => namesAt(build, step)] as const),
    [benchWords.total, (build: ShownBuild) => priceWords(build.price.totalCents)],
  ] as const
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={compareWords.title}>
      <table className="w-full text-left">
        <thead>
          <tr>
            <th className={rowHead} scope="col">
              <span className="sr-only">Step</span>
            </th>
            {builds.map(({ code, platformName, selection, catalog }) => (
              <th
                className={`${cell} pb-5 font-display text-lg leading-snug font-book [&_.bp]:mb-3`}
                key={code}
                scope="col"
              >
                <BuildDrawing {...{ selection, catalog, frame }} widthPx={380} />
                <Link className="lnk" to={`/builds/${code}`}>
                  {platformName} {code}
                </Link>
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
                {cells.map((words, at) => (
                  <td className={differs ? `${cell} text-accent` : cell} key={builds[at]?.code}>
                    {words}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="mt-4 text-sm text-faint">{savedWords.illustration}</p>
    </div>
  )
}

function figure(build: ShownBuild, of: keyof ReadOut['drawn']): string {
  const read = readOut(drawn(build), chosenParts(build.selection, build.catalog))
  return asDrawn(of === 'class' ? read.label : read[of], read.drawn[of])
}

function drawn({ selection, catalog }: ShownBuild) {
  return drawnBuild(selection, catalog)
}

function namesAt({ price }: ShownBuild, step: (typeof steps)[number]): string {
  const names = price.lines.filter((line) => line.step === step).map(({ name }) => name)
  return names.join(', ') || 'Not chosen'
}

/** The frame that holds them all, so that an inch is as long in every column. */
function commonFrame(builds: ShownBuild[]): Frame {
  const frames = builds.map((build) => portraitFrame(measure(drawn(build))))
  const x = Math.min(...frames.map((frame) => frame.x))
  const end = Math.max(...frames.map((frame) => frame.x + frame.width))
  return { x, y: -5, width: end - x + 1, height: 15.6 }
}
