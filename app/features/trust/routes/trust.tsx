import { Draft } from '#app/art/draft.tsx'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { parcelTerms, productData } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { CtaButtons } from '#app/features/pages/components/cta-buttons.tsx'
import { PageHeader } from '#app/features/pages/components/page-header.tsx'
import { Sources } from '../../claims/components/sources.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import { findCited } from '../../pages/store.server.ts'
import { Checklists } from '../components/checklists.tsx'
import { BundleButton } from '../components/bundle-button.tsx'
import { CodeForm } from '../components/code-form.tsx'
import { DownloadPack } from '../components/download-pack.tsx'
import { TrustPackages } from '../components/trust-packages.tsx'
import { checklists, included, resources, steps } from '../data/trust.ts'
import { packAlone, packWithBuild } from '../rules.ts'
import { listTrustPackages } from '../store/packages.server.ts'
import { bundleWords, buttonWords, buyWords, notLegalAdvice } from '../words.ts'
import '../trust.css'
import type { Route } from './+types/trust'
import { drawPack } from './pack-drawing.server.ts'

const cell =
  'border-hairline px-5 pt-6 pb-7 not-first:border-l max-xl:odd:border-l-0 max-xl:nth-[n+3]:border-t max-sm:not-first:border-t max-sm:border-l-0'

const page = {
  title: 'Trust Pack',
  path: '/trust',
  description:
    'An NFA trust template as a Word file and a fillable PDF, with an engraving guide, a Form 4 walkthrough, and checklists for before purchase and after approval.',
}

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [packages, cited] = await Promise.all([
    listTrustPackages(shop.db, shop.now()),
    findCited(shop, [
      ...resources.flatMap(({ text }) => text),
      ...checklists.flatMap(({ items }) => items.map(({ text }) => text)),
    ]),
  ])
  return { packages, cited, drawing: drawPack(), publicUrl: shop.publicUrl }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('trust'),
  })
}

export default function Trust({ loaderData: { packages, cited, drawing, publicUrl } }: Route.ComponentProps) {
  const alone = packAlone(packages)
  const bundle = packWithBuild(packages)
  return (
    <>
      {alone && (
        <JsonLd
          data={productData(publicUrl, {
            path: page.path,
            name: alone.name,
            description: page.description,
            image: sharePath('trust'),
            priceCents: alone.priceCents,
            availability: 'InStock',
            category: 'Documents',
            terms: parcelTerms(publicUrl, undefined),
          })}
        />
      )}
      <PageHeader
        className="[&>.wrap]:grid [&>.wrap]:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] [&>.wrap]:items-center [&>.wrap]:gap-x-16 [&>.wrap]:gap-y-12 max-lg:[&>.wrap]:grid-cols-1"
        page={page}
        publicUrl={publicUrl}
        title="Trust Pack"
        lead="A trust lets more than one person use an NFA firearm. The pack has the document, the guides, and checklists for before and after."
        calls={
          <>
            {alone && (
              <p className="flex items-baseline gap-3 text-lg text-muted">
                <Price className="text-h1 leading-none font-hairline text-ink" cents={alone.priceCents} />{' '}
                <span>(digital download)</span>
              </p>
            )}
            <div className="btns mt-6">
              {alone && <DownloadPack isPrimary />}
              {bundle && <BundleButton>{buttonWords.addToBuild}</BundleButton>}
            </div>
            {alone && (
              <p className="mt-4 max-w-lead border-l-2 border-hold pl-3 text-sm text-muted">
                {bundleWords.terms}
              </p>
            )}
          </>
        }
      >
        <Draft markup={drawing} />
      </PageHeader>
      <Section title="What’s included">
        <ul className="grid grid-cols-5 rounded-plate border border-hairline max-xl:grid-cols-2 max-sm:grid-cols-1">
          {included.map(({ title, text }) => (
            <li key={title} className={cell}>
              <h3 className="h4 mb-3 xl:min-h-[2.3em]">{title}</h3>
              <p className="leading-normal text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Three steps">
        <ol className="grid grid-cols-3 gap-x-12 gap-y-8 max-lg:grid-cols-1">
          {steps.map(({ title, text }, at) => (
            <li key={title}>
              <span className="circled-number" aria-hidden>
                {at + 1}
              </span>
              <h3 className="h3 mt-4 mb-3">{title}</h3>
              <p className="leading-normal text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      {packages.length > 0 && (
        <Section title="Two ways to buy">
          <TrustPackages packages={packages} />
          <div className="mt-8 grid grid-cols-[minmax(0,4fr)_minmax(0,8fr)] gap-x-6 gap-y-4 border-t border-hairline pt-6 max-sm:grid-cols-1">
            <h3 className="h3">{buyWords.or}</h3>
            <CodeForm />
          </div>
        </Section>
      )}
      <Section title="Extra resources">
        <div className="grid grid-cols-3 gap-x-12 gap-y-8 max-lg:grid-cols-1">
          {resources.map(({ id, title, text, calls }) => (
            <article
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="grid scroll-mt-20 content-start gap-3 border-t border-ink pt-5 text-muted [&_.btns]:mt-2"
            >
              <h3 className="h3 text-ink" id={`${id}-title`}>
                {title}
              </h3>
              <Sentences of={text} cited={cited} />
              <CtaButtons calls={calls} size="sm" />
            </article>
          ))}
        </div>
      </Section>
      <Section title="The checklist" lead="Check it off here or on paper. Nothing is sent or stored.">
        <Checklists lists={checklists} cited={cited} />
      </Section>
      <section className="section" aria-labelledby="no-advice">
        <div className="wrap grid grid-cols-[minmax(0,4fr)_minmax(0,8fr)] gap-x-6 gap-y-4 max-lg:grid-cols-1">
          <h2 className="h2" id="no-advice">
            Not legal advice
          </h2>
          <p className="lead max-w-[64ch]">{notLegalAdvice}</p>
        </div>
      </section>
      <Sources claims={Object.values(cited)} />
    </>
  )
}
