import { data } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { sharePath } from '#app/http/page-head.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { requestedPage, pagePath } from '#app/kit/paging.ts'
import { noFilter } from '../../drops/rules/vault-filter.ts'
import { findDropPage, findDropTotals } from '../../drops/store.server.ts'
import '../registry.css'
import { LookupResultSection } from '../components/lookup-result.tsx'
import { Archive } from '../components/archive.tsx'
import { LookupForms } from '../components/lookup-forms.tsx'
import { CertificateFacts } from '../components/certificate-facts.tsx'
import { RegistryStrip } from '../components/registry-strip.tsx'
import { sellOutDurationMs, countTaken } from '../rules.ts'
import { pageWords } from '../words.ts'
import type { Route } from './+types/registry'
import { lookUp } from './lookup.server.ts'

/** The page without a lookup is shared; a result is private and not indexed. */
export const handle = { sharedParams: ['drop', 'number', 'code', 'page'] } satisfies SharedHandle

/** Runs on a page of the archive. */
const pageSize = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const query = new URL(request.url).searchParams
  const now = shop.now()
  const [{ drops: runs, total: _, ...paging }, totals, { status, retryAfterSeconds, ...lookup }] =
    await Promise.all([
      findDropPage(shop.db, now, { filter: noFilter, wanted: requestedPage(query), size: pageSize }),
      findDropTotals(shop.db, now),
      lookUp(shop, query, address),
    ])
  const isLookup = lookup.result !== null || status !== 200
  const headers: Record<string, string> = isLookup
    ? { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }
    : sharedPage
  return data(
    {
      ...lookup,
      isLookup,
      runs: runs.map((run) => ({
        slug: run.slug,
        name: run.name,
        theme: run.theme,
        dropNumber: run.dropNumber,
        totalUnits: run.totalUnits,
        status: run.status,
        units: run.units,
        taken: countTaken(run),
        launchDay: run.launchDate && formatDay(run.launchDate, shop.timeZone),
        sellOutDurationMs: sellOutDurationMs(run),
      })),
      paging,
      totals,
      publicUrl: shop.publicUrl,
    },
    {
      status,
      headers: { ...headers, ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }) },
    },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, isLookup, paging, result } = loaderData
  const unit = result?.kind === 'unit' ? result : undefined
  const { page, pages } = paging
  const at = (to: number) => publicUrl + pagePath('/vault', new URLSearchParams(), to)
  return [
    { title: page > 1 ? siteTitle(`Certificate registry, page ${page}`) : siteTitle('Certificate registry') },
    { name: 'description', content: pageWords.description },
    { tagName: 'link', rel: 'canonical', href: at(page) },
    {
      property: 'og:title',
      content: unit
        ? siteTitle(`${unit.name}, number ${unit.number} of ${unit.total}`)
        : siteTitle('Certificate registry'),
    },
    { property: 'og:description', content: pageWords.description },
    { property: 'og:url', content: `${publicUrl}/vault` },
    // The certificate of a number is what its owner shows around.
    {
      property: 'og:image',
      content: publicUrl + (unit ? `/art/drops/${unit.slug}/share-${unit.number}.jpg` : sharePath('home')),
    },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: at(page - 1) }] : []),
    ...(page < pages ? [{ tagName: 'link', rel: 'next', href: at(page + 1) }] : []),
    ...(isLookup ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function Registry({ loaderData }: Route.ComponentProps) {
  const { runs, totals, paging, result, fieldErrors, submitted } = loaderData
  const mine = result?.kind === 'unit' ? { slug: result.slug, number: result.number } : undefined
  return (
    <>
      <JsonLd data={breadcrumbList(loaderData.publicUrl, [{ name: pageWords.title, path: '/vault' }])} />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: runs.map(({ slug, name }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            url: `${loaderData.publicUrl}/drops/${slug}`,
          })),
        }}
      />
      <header className="pt-12 pb-10 lg:pt-16 lg:pb-12">
        <div className="wrap grid items-end gap-x-16 gap-y-8 lg:grid-cols-2">
          <div className="grid gap-6">
            <h1 className="h1 max-w-[12ch] text-title font-hairline">{pageWords.title}</h1>
            <p className="lead max-w-[50ch]">{pageWords.lead}</p>
          </div>
          <LookupForms runs={runs} isListed={paging.pages === 1} errors={fieldErrors} submitted={submitted} />
        </div>
        <RegistryStrip runs={runs} isAll={paging.pages === 1} mine={mine} />
      </header>
      {result && <LookupResultSection result={result} />}
      <Archive runs={runs} totals={totals} paging={paging} />
      <CertificateFacts />
    </>
  )
}
