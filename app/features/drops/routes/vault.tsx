import { Form } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { pageHead, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/structured-data.tsx'
import { brand } from '#app/kit/brand.ts'
import { countOf, formatCount } from '#app/kit/text.ts'
import { formatCents } from '#app/kit/money.ts'
import { pagePath, requestedPage } from '#app/kit/paging.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { PageLinks } from '#app/ui/page-links.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { artName, Stamp, StatusBadge } from '../components/drop-parts.tsx'
import {
  dropCategories,
  followDrop,
  parseVaultFilter,
  type VaultFilter,
  vaultPath,
  vaultQuery,
} from '../rules.ts'
import { findDropPage, nextStatusChange } from '../store/drops.server.ts'
import { categoryWords, dropNumberWords, statusWords, summaryWords } from '../words.ts'
import type { Route } from './+types/vault'
import { dropData } from './drop-data.ts'
import { type DropView, toDropView } from './drop-view.server.ts'

export const handle = { sharedParams: ['q', 'category', 'status', 'page'] } satisfies SharedHandle

const pageSize = 24

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const moment = now()
  const filter = parseVaultFilter(query)
  const [{ drops, ...found }, nextChangeAt] = await Promise.all([
    findDropPage(db, moment, {
      filter,
      wanted: requestedPage(query),
      size: pageSize,
    }),
    nextStatusChange(db, moment),
  ])
  return {
    vault: {
      drops: drops.map((drop) => toDropView(drop, timeZone)),
      ...found,
      nextChangeAt,
      now: moment,
    },
    filter,
    publicUrl,
  }
}

export const headers = () => sharedPage

export function meta({ loaderData, location }: Route.MetaArgs) {
  const vault = loaderData?.vault
  const publicUrl = loaderData?.publicUrl ?? ''
  const filter = vaultQuery(parseVaultFilter(new URLSearchParams(location.search)))
  const at = (page: number) => publicUrl + pagePath(vaultPath, filter, page)
  const page = vault?.page ?? 1
  return [
    ...pageHead({
      title: page > 1 ? `${brand} Vault, page ${page}` : `${brand} Vault, every drop`,
      description: `The archive of every numbered ${brand} drop: live, coming, sold out and closed, with its drawing, its units and its starting price.`,
      // A filtered list is not another page to a search engine; the second page of the whole is.
      path: pagePath(vaultPath, new URLSearchParams(), filter.size ? 1 : page),
      publicUrl,
    }),
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: at(page - 1) }] : []),
    ...(vault && page < vault.pages ? [{ tagName: 'link', rel: 'next', href: at(page + 1) }] : []),
  ]
}

type Props = Route.ComponentProps['loaderData']

export default function Vault({ loaderData: { vault, filter, publicUrl } }: { loaderData: Props }) {
  const { drops, total, nextChangeAt, now, ...paging } = vault
  const quiet = drops.filter(({ status }) => status !== 'live').length
  return (
    <section aria-labelledby="vault">
      <div className="wrap flex flex-wrap items-end justify-between gap-x-12 gap-y-4 pt-8 pb-4 lg:pt-12">
        <div>
          <h1 className="h1" id="vault">
            {brand} Vault
          </h1>
          <p
            className="mt-2 scroll-mt-24 text-sm text-muted outline-none"
            role="status"
            id="drops"
            tabIndex={-1}
          >
            {`${formatCount(paging.found)} of ${countOf(total, 'drop')}`}
          </p>
        </div>
        <Filters filter={filter} />
      </div>
      {nextChangeAt && <i hidden data-until={nextChangeAt.toISOString()} data-now={now.toISOString()} />}
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: drops.map((drop, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            item: dropData(publicUrl, drop, `/art/drops/${drop.slug}/share.jpg`, summaryWords(drop)),
          })),
        }}
      />
      {drops.length > 0 ? (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9.5rem,40vw)),1fr))] gap-2 px-2 pb-12 lg:grid-cols-3 lg:gap-3 lg:px-3">
          {drops.map((drop, index) => (
            <Poster
              key={drop.slug}
              drop={drop}
              isEarly={index < 3}
              isAlone={index === drops.length - 1 && quiet % 2 === 1}
            />
          ))}
        </div>
      ) : (
        <div className="wrap pb-16">
          <EmptyState
            figure={
              <div className="w-[240px] max-w-full">
                <Ticks units={Array.from({ length: 40 }, () => 'taken' as const)} />
              </div>
            }
            title="No Drops Found"
            text="Try adjusting your filters or search terms."
            actions={<ButtonLink href={`${vaultPath}#drops`}>Clear Filters</ButtonLink>}
          />
        </div>
      )}
      <div className="wrap pb-12 empty:hidden">
        <PageLinks paging={paging} path={vaultPath} filter={vaultQuery(filter)} label="Drops" begin="drops" />
      </div>
    </section>
  )
}

type PosterProps = {
  drop: DropView
  isEarly: boolean
  isAlone: boolean
}

function Poster({ drop, isEarly, isAlone }: PosterProps) {
  const { slug, status, pausedAt } = drop
  const isLive = status === 'live'
  return (
    <article
      className="group relative aspect-[3/4] overflow-clip bg-page @container has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent data-lit:border-2 data-lit:border-accent max-lg:data-lit:order-first max-lg:data-lit:col-span-full max-lg:data-alone:col-span-full max-lg:data-alone:aspect-[3/2] max-lg:data-lit:aspect-square print:break-inside-avoid"
      data-theme={drop.theme}
      style={drop.ownColors}
      data-lit={isLive || undefined}
      data-alone={(isAlone && !isLive) || undefined}
    >
      <img
        className="size-full object-cover brightness-70 saturate-80 transition-[filter,scale] duration-slow group-hover:brightness-100 group-hover:saturate-100 group-has-focus-visible:brightness-100 group-data-lit:brightness-110 group-data-lit:saturate-100 motion-safe:group-hover:scale-102"
        src={drop.art.poster}
        alt=""
        width={artFrames.poster.width}
        height={artFrames.poster.height}
        loading={isEarly ? 'eager' : 'lazy'}
        style={{ viewTransitionName: artName(slug) }}
      />
      <div className="pointer-events-none absolute inset-0 bg-linear-to-b from-transparent from-50% to-[color-mix(in_oklch,var(--page)_94%,transparent)] to-82%" />
      <p className="absolute top-3 right-3 left-3 flex flex-wrap items-start justify-between gap-2 [&_.badge]:max-w-full [&_.badge]:whitespace-normal lg:top-6 lg:right-6 lg:left-6">
        <span className="label bg-page px-2 py-1.5 text-ink">#{dropNumberWords(drop.dropNumber)}</span>
        <StatusBadge status={status} short />
        {status !== 'archived' && <i hidden {...followDrop({ slug, status, pausedAt })} />}
      </p>
      {drop.stamp && (
        <Stamp
          stamp={drop.stamp}
          className="right-2 bottom-[50%] origin-right max-lg:scale-65 lg:right-6 lg:bottom-[62%] @max-[20rem]:hidden"
        />
      )}
      <div className="absolute inset-x-3 bottom-3 lg:inset-x-6 lg:bottom-6">
        <h2 className="display mb-2 text-[clamp(1.25rem,calc(12cqw*var(--d-k)),3.5rem)] leading-tight">
          {drop.name}
        </h2>
        {drop.tagline && <p className="mb-1 text-sm text-ink max-lg:hidden">{drop.tagline}</p>}
        <p className="flex flex-wrap items-baseline gap-x-4 text-sm text-muted">
          <span>From {formatCents(drop.basePrice)}</span>
          <span>{countOf(drop.totalUnits, 'unit')}</span>
          <span className="max-lg:hidden">{categoryWords[drop.category]}</span>
          <a
            className="ml-auto font-display tracking-wider text-accent after:absolute after:inset-0 focus-visible:outline-none"
            href={drop.path}
          >
            {isLive ? 'Join Drop' : 'View Details'}
            <span className="sr-only">: {drop.name}</span>
          </a>
        </p>
      </div>
    </article>
  )
}

const categories = [
  { value: 'all', label: 'All' },
  ...dropCategories.map((value) => ({ value, label: categoryWords[value] })),
]
const listedStatuses = ['live', 'coming_soon', 'sold_out', 'archived'] as const
const statuses = [
  { value: 'all', label: 'All' },
  ...listedStatuses.map((value) => ({ value, label: statusWords[value].short })),
]

function Filters({ filter }: { filter: VaultFilter }) {
  return (
    <Form
      className="grid grid-cols-2 items-end gap-x-4 gap-y-2 max-lg:w-full max-lg:[&>:is(:first-child,.btn)]:col-span-full lg:grid-cols-[240px_140px_160px] lg:noscript:grid-cols-[240px_140px_160px_auto]"
      action={vaultPath}
      role="search"
      aria-label="The vault"
      data-auto=""
    >
      <TextField
        label="Search"
        name="q"
        type="search"
        placeholder="Name or tagline"
        autoComplete="off"
        maxLength={80}
        defaultValue={filter.search}
      />
      <SelectField label="Category" name="category" options={categories} defaultValue={filter.category} />
      <SelectField label="Status" name="status" options={statuses} defaultValue={filter.status} />
      <Button className="hidden noscript:inline-flex">Apply</Button>
    </Form>
  )
}
