import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { notFound } from '#app/http/not-found.ts'
import { pageHead } from '#app/http/page-head.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { BuildDrawing } from '../components/build-drawing.tsx'
import { BuildParts, ClassStatement } from '../components/build-parts.tsx'
import { readCatalog, findSavedBuild } from '../store.server.ts'
import { buildPath, buildQuery, comparePath } from '../rules/build-address.ts'
import { buildForDrawing, classifyBuild } from '../rules/checks.ts'
import { chosenParts } from '../rules.ts'
import { configuratorWords, faultWords, priceWords, savedWords } from '../words.ts'
import type { Route } from './+types/saved-build'
import { toBuildView } from './build-view.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const [saved, catalog] = await Promise.all([
    findSavedBuild(db, normalizeCode(params.code)),
    readCatalog(db, now()),
  ])
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  return { build: toBuildView(saved, catalog), publicUrl, timeZone }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: siteTitle(savedWords.notFound.title) }]
  const { build, publicUrl } = loaderData
  return [
    ...pageHead({
      title: `${build.platformName} build ${build.code}`,
      description: build.saved.lines.map(({ name }) => name).join(', '),
      path: `/builds/${build.code}`,
      publicUrl,
      picture: `/art/builds/${build.code}/share.png`,
    }),
  ]
}

export default function Saved({ loaderData }: Route.ComponentProps) {
  const { build, publicUrl, timeZone } = loaderData
  const { code, platformName, selection, catalog, saved, price, savedAt, missing } = build
  const link = `${publicUrl}/builds/${code}`
  const day = formatDay(savedAt, timeZone)
  const buildClass = classifyBuild(buildForDrawing(selection, catalog), chosenParts(selection, catalog))
  return (
    <div className="wrap py-section">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h1 className="h1">
            {platformName} <span className="text-accent">{code}</span>
          </h1>
          <p className="mt-4 max-w-lead text-muted">
            <ClassStatement buildClass={buildClass} />
          </p>
          <p className="lead mt-4">
            This link is permanent. Anyone who has it can open the same build on any device.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-lg:w-full max-lg:*:w-full">
          {build.faults.length === 0 && missing === 0 && (
            <ButtonLink variant="primary" to={`/build/submit?${buildQuery(selection)}`}>
              {configuratorWords.submit}
            </ButtonLink>
          )}
          <ButtonLink
            variant={build.faults.length === 0 ? 'secondary' : 'primary'}
            to={`${buildPath(selection)}#configurator`}
          >
            Open in the configurator <ArrowRight aria-hidden />
          </ButtonLink>
          <a className={buttonClass({})} href={`/builds/${code}/sheet.pdf`}>
            Build sheet (PDF)
          </a>
          <ButtonLink to={comparePath([code])}>Compare with another build</ButtonLink>
        </div>
      </div>
      {missing > 0 && <p className="my-3 text-hold">{configuratorWords.missing(missing)}</p>}
      {price.totalCents !== saved.totalCents && (
        <p className="my-3 text-hold">
          {`Saved at ${priceWords(saved.totalCents)}. At today’s prices, the same parts total ${priceWords(price.totalCents)}.`}
        </p>
      )}
      {build.faults
        .filter(({ kind }) => kind !== 'incomplete')
        .map((fault) => (
          <p className="my-3 text-hold" key={faultWords(fault)}>
            {faultWords(fault)}
          </p>
        ))}
      <figure className="mt-8 mb-12 border-y border-hairline pt-2 pb-4 [--bp-sheet:var(--page)]">
        <BuildDrawing selection={selection} catalog={catalog} widthPx={920} />
        <figcaption className="text-sm text-faint">{savedWords.illustration}</figcaption>
      </figure>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <section aria-labelledby="parts">
          <h2 className="h3 mb-3" id="parts">
            Parts, as saved on {day}
          </h2>
          <BuildParts
            platformName={platformName}
            price={saved}
            selection={selection}
            caption={`Parts of build ${code}`}
          />
        </section>
        <section aria-labelledby="link">
          <h2 className="h3 mb-3" id="link">
            Permanent link
          </h2>
          <p className="mb-4 wrap-anywhere">
            <Link className="link" to={`/builds/${code}`}>
              {link}
            </Link>
          </p>
          <CopyButton text={link} label="Copy the link" copied="Link copied" />
        </section>
      </div>
    </div>
  )
}
