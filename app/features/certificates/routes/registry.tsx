import { data } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { formatDay } from '#app/kit/date-format.ts'
import '../registry.css'
import { LookupResultSection } from '../components/lookup-result.tsx'
import { Archive } from '../components/archive.tsx'
import { LookupForms } from '../components/lookup-forms.tsx'
import { CertificateFacts } from '../components/certificate-facts.tsx'
import { RegistryStrip } from '../components/registry-strip.tsx'
import { registryTotals, sellOutDurationMs, countTaken } from '../rules.ts'
import { listRuns } from '../store.server.ts'
import { pageWords } from '../words.ts'
import type { Route } from './+types/registry'
import { lookUp } from './lookup.server.ts'

/** The page without a lookup is shared; a result is private and not indexed. */
export const handle = { sharedParams: ['drop', 'number', 'code'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const runs = await listRuns(shop.db, shop.now())
  const query = new URL(request.url).searchParams
  const { status, retryAfterSeconds, ...lookup } = await lookUp(shop, runs, query, address)
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
      totals: registryTotals(runs),
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
  const { publicUrl, isLookup } = loaderData
  return [
    { title: 'Certificate registry | PACo' },
    { name: 'description', content: pageWords.description },
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/vault` },
    { property: 'og:title', content: 'Certificate registry | PACo' },
    { property: 'og:description', content: pageWords.description },
    { property: 'og:url', content: `${publicUrl}/vault` },
    ...(isLookup ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function Registry({ loaderData }: Route.ComponentProps) {
  const { runs, totals, result, fieldErrors, submitted } = loaderData
  const mine = result?.kind === 'unit' ? { slug: result.slug, number: result.number } : undefined
  return (
    <>
      <header className="pt-12 pb-10 lg:pt-16 lg:pb-12">
        <div className="wrap grid items-end gap-x-16 gap-y-8 lg:grid-cols-2">
          <div className="grid gap-6">
            <h1 className="h1 max-w-[12ch] text-title font-hairline">{pageWords.title}</h1>
            <p className="lead max-w-[50ch]">{pageWords.lead}</p>
          </div>
          <LookupForms runs={runs} errors={fieldErrors} submitted={submitted} />
        </div>
        <RegistryStrip runs={runs} mine={mine} />
      </header>
      {result && <LookupResultSection result={result} />}
      <Archive runs={runs} totals={totals} />
      <CertificateFacts />
    </>
  )
}
