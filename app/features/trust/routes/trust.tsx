import { shopContext } from '#app/http/context.server.ts'
import { JsonLd, parcelTerms, productData } from '#app/http/structured-data.tsx'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { CtaButtons, PageHeader } from '#app/features/pages/components/page-header.tsx'
import { Sources } from '#app/features/claims/sources.tsx'
import { Sentences } from '../../pages/components/page-header.tsx'
import { findCited } from '../../pages/store.server.ts'
import { checklists, included, notLegalAdvice, resources, steps } from '../data/trust.ts'
import { packAlone, packWithBuild, addedContents, cartPackId, type TrustPackage } from '../rules.ts'
import { listTrustPackages } from '../packs.server.ts'
import type { Route } from './+types/trust'
import Check from 'lucide-react/icons/check'
import { Badge } from '#app/ui/badge.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { ButtonLink, Button } from '#app/ui/button.tsx'
import { Form } from 'react-router'
import { letteringPath } from '#app/art/pantograph/lettering.ts'

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
    findCited(
      shop,
      resources.flatMap(({ text }) => text),
    ),
  ])
  return { packages, cited, publicUrl: shop.publicUrl }
}

export const headers = () => sharedPage

export const meta = pageMeta({ ...page, picture: sharePath('trust') })

export default function Trust({ loaderData: { packages, cited, publicUrl } }: Route.ComponentProps) {
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
              {bundle && <ButtonLink href={withBuild}>Add to My Build</ButtonLink>}
            </div>
            {alone && (
              <p className="mt-4 max-w-lead border-l-2 border-hold pl-3 text-sm text-muted">
                Pay now and open it right away on your order’s private page. Fully refundable until the first
                download.
              </p>
            )}
          </>
        }
      >
        <PackDrawing />
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
      <Section title="Two ways to buy">
        <TrustPackages packages={packages} />
        <p className="mt-8 text-muted">
          Reserved an NFA firearm here? Its pack is free, and opens on your order’s page once we file your
          transfer form.
        </p>
      </Section>
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
      <Section
        title="The checklist"
        lead="Check it off here or on paper. Nothing is sent or stored. The pack explains each point."
      >
        <Checklists />
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

const card =
  'row-span-5 grid grid-rows-subgrid gap-3 rounded-plate border bg-sheet p-7 max-lg:px-5 max-lg:py-6'

function TrustPackages({ packages }: { packages: readonly TrustPackage[] }) {
  return (
    <div className="grid grid-cols-2 gap-6 max-lg:grid-cols-1">
      {packages.map((offer) => {
        const { slug, name, priceCents, besides, flag, saving, contents } = offer
        const added = addedContents(offer, packages)
        return (
          <article
            key={slug}
            className={`${card} ${flag ? 'border-accent-dim' : 'border-hairline'}`}
            aria-labelledby={`package-${slug}`}
          >
            <header className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="h3" id={`package-${slug}`}>
                {name}
              </h3>
              {flag && <Badge kind="ok">{flag}</Badge>}
            </header>
            <p className="text-lg text-muted">
              <Price className="text-h2 leading-none font-light text-ink" cents={priceCents} />
              {besides && <span> + {besides}</span>}
            </p>
            <p className="text-sm text-muted">
              {saving}
              {besides && (
                <span className="block">
                  Free when you reserve your build’s slot: it comes once your transfer form is filed.
                </span>
              )}
            </p>
            <ul className="divide-y divide-hairline border-t border-hairline py-3">
              {contents.map((item) => (
                <li
                  key={item}
                  className={`flex items-center gap-3 py-2 ${added.includes(item) ? 'text-ink' : 'text-muted'}`}
                >
                  <Check
                    aria-hidden
                    className={`size-4 flex-none ${added.includes(item) ? 'text-accent' : ''}`}
                  />
                  {item}
                </li>
              ))}
            </ul>
            {besides ? (
              <ButtonLink href={withBuild} variant="primary" block className="self-end">
                Build Custom + Add Trust
              </ButtonLink>
            ) : (
              <div className="grid gap-2 self-end">
                <DownloadPack />
                <AddToCart kind="trust_pack" id={cartPackId} describedBy={`package-${slug}`} variant="text" />
              </div>
            )}
          </article>
        )
      })}
    </div>
  )
}

const withBuild = '/build?trust=yes#platforms'

function DownloadPack({ isPrimary = false }: { isPrimary?: boolean }) {
  return (
    <Form method="post" action="/trust/buy" className="grid upright:w-full">
      <Button variant={isPrimary ? 'primary' : 'secondary'} busyLabel="One moment">
        Download Now
      </Button>
    </Form>
  )
}

function Checklists() {
  return (
    <div className="grid grid-cols-2 gap-x-16 gap-y-12 max-lg:grid-cols-1">
      {checklists.map(({ id, title, items }) => (
        <section key={id} aria-labelledby={id}>
          <h3 className="h3" id={id}>
            {title}
          </h3>
          <ul className="mt-4 divide-y divide-hairline border-t border-hairline">
            {items.map((item) => (
              <li key={item.id}>
                <label
                  className="choice min-h-11 items-center py-3 font-display text-lg leading-tight font-medium"
                  htmlFor={`check-${item.id}`}
                >
                  <input className="peer mt-0" type="checkbox" id={`check-${item.id}`} autoComplete="off" />
                  <span className="peer-checked:text-faint peer-checked:line-through">{item.title}</span>
                </label>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function PackDrawing() {
  return (
    <svg
      className="block h-auto w-full max-w-[560px] justify-self-end fill-none stroke-ink stroke-[1.25] [stroke-linecap:round] [stroke-linejoin:round] max-lg:justify-self-center [&_*]:[vector-effect:non-scaling-stroke]"
      viewBox="0 0 640 620"
      aria-hidden
    >
      {guides.map(({ title, x, y }) => (
        <path key={title} className="fill-page stroke-muted stroke-[1.2]" d={sheet(x, y, 380, 500)} />
      ))}
      {guides.map(({ title, x, y }) => (
        <g key={title}>
          <path className="stroke-[0.8] [stroke-opacity:0.35]" d={`M${x + 372} ${y + 16}H494`} />
          <path d={letteringPath(title, { height: 12, tracking: 0.1, x: 504, y: y + 22 })} />
        </g>
      ))}
      <path className="fill-sheet stroke-[1.2]" d={sheet(20, 100, 380, 500)} />
      <path className="stroke-[0.8] [stroke-opacity:0.35]" d={sheet(32, 112, 356, 476)} />
      <path
        className="stroke-[1.8]"
        d={letteringPath('Declaration', { height: 27, tracking: 0.08, x: 210, y: 176, anchor: 'middle' })}
      />
      <path d={letteringPath('of trust', { height: 15, tracking: 0.12, x: 210, y: 208, anchor: 'middle' })} />
      {blanks.map(({ label, y }) => (
        <g key={label}>
          <path d={letteringPath(label, { height: 11, tracking: 0.09, x: 58, y })} />
          <path className="stroke-accent stroke-[1.5]" d={`M168 ${y + 2}H362`} />
        </g>
      ))}
      <path className="stroke-[0.8] [stroke-opacity:0.35]" d={clauses} />
      <path className="stroke-accent stroke-[1.5]" d="M58 552H214" />
      <path d={letteringPath('Signed', { height: 10, tracking: 0.1, x: 58, y: 572 })} />
      <g transform="translate(310 512)">
        <circle className="fill-page stroke-muted stroke-[1.2]" r="54" />
        <path className="stroke-accent stroke-[0.6] [stroke-opacity:0.85]" d={seal} />
        <path d={letteringPath('Notary', { height: 10, tracking: 0.12, y: 5, anchor: 'middle' })} />
      </g>
    </svg>
  )
}

const guides = [
  { title: 'Checklist', x: 92, y: 10 },
  { title: 'Form 4', x: 68, y: 40 },
  { title: 'Engraving', x: 44, y: 70 },
]

const blanks = [
  { label: 'Trust', y: 256 },
  { label: 'Grantor', y: 290 },
  { label: 'Trustees', y: 324 },
  { label: 'Successor', y: 358 },
]

const clauses = Array.from({ length: 7 }, (_, row) => {
  const width = [304, 296, 304, 214, 304, 288, 150][row] ?? 304
  return `M58 ${392 + row * 13}h${Math.min(width, row > 3 ? 180 : width)}`
}).join('')

const seal = Array.from({ length: 12 }, (_, strand) => {
  const points = Array.from({ length: 145 }, (_, at) => {
    const angle = (at / 144) * 2 * Math.PI
    const radius = 40 + 10 * Math.sin(9 * angle + (strand / 12) * 2 * Math.PI)
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}).join('')

function sheet(x: number, y: number, width: number, height: number): string {
  const fold = 26
  return `M${x} ${y}h${width - fold}l${fold} ${fold}v${height - fold}h${-width}Z M${x + width - fold} ${y}v${fold}h${fold}`
}
