import { Suspense } from 'react'
import { Await, useNavigation, useSearchParams } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { SkeletonCards } from '#app/ui/skeleton.tsx'
import { VaultArchive } from '../components/vault-archive.tsx'
import { VaultFilters } from '../components/vault-filters.tsx'
import { type Paging, requestedPage, pagePath } from '#app/kit/paging.ts'
import { parseVaultFilter, type VaultFilter, vaultPath, vaultQuery } from '../rules/vault-filter.ts'
import { findDropPage, nextStatusChange } from '../store.server.ts'
import type { Route } from './+types/vault'
import { summaryWords } from '../words.ts'
import { dropData } from './drop-json-ld.ts'
import { pageMeta } from './page-meta.ts'
import { toDropView } from './drop-view.server.ts'

export const handle = { sharedParams: ['q', 'category', 'status', 'page'] } satisfies SharedHandle

/** Cards on a page of the vault: full rows of three and of two. */
const pageSize = 24

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const moment = now()
  const [{ drops, ...found }, nextChangeAt] = await Promise.all([
    findDropPage(db, moment, {
      filter: parseVaultFilter(query),
      wanted: requestedPage(query),
      size: pageSize,
    }),
    nextStatusChange(db, moment),
  ])
  return { vault: { drops: drops.map(toDropView), ...found, nextChangeAt, now: moment }, publicUrl }
}

/**
 * Coming from another page, the vault shows its skeleton at once, while its drops load. In the vault itself the list
 * stands until the next one is there.
 */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (window.location.pathname === vaultPath) return serverLoader()
  const loading = serverLoader()
  return { vault: loading.then(({ vault }) => vault), publicUrl: window.location.origin }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData, location }: Route.MetaArgs) {
  const vault = loaderData?.vault
  const publicUrl = loaderData?.publicUrl ?? ''
  const filter = vaultQuery(parseVaultFilter(new URLSearchParams(location.search)))
  const at = (page: number) => publicUrl + pagePath(vaultPath, filter, page)
  const paging: Paging | undefined = vault && 'page' in vault ? vault : undefined
  const page = paging?.page ?? 1
  return [
    ...pageMeta({
      title: page > 1 ? siteTitle(`${brand} Vault, page ${page}`) : siteTitle(`${brand} Vault, every drop`),
      description: `The archive of every numbered ${brand} drop: live, coming, sold out and closed, with its drawing, its units and its starting price.`,
      // A filtered list is not another page to a search engine; the second page of the whole is.
      url: publicUrl + pagePath(vaultPath, new URLSearchParams(), filter.size ? 1 : page),
    }),
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: at(page - 1) }] : []),
    ...(paging && page < paging.pages ? [{ tagName: 'link', rel: 'next', href: at(page + 1) }] : []),
  ]
}

export default function Vault({ loaderData: { vault, publicUrl } }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams()
  const { location: next } = useNavigation()
  const isSearching = next?.pathname === vaultPath
  // While a search runs, the fields show what is being searched for.
  const filter = parseVaultFilter(isSearching ? new URLSearchParams(next.search) : query)
  const apply = (changed: VaultFilter) =>
    setQuery(vaultQuery(changed), { replace: true, preventScrollReset: true })
  // The filters are outside the list, so that a change of the list does not touch what somebody is typing.
  return (
    <section className="section border-t-0" aria-labelledby="vault">
      <div className="wrap">
        <div className="section-head">
          <h1 className="h1" id="vault">
            {brand} Vault
          </h1>
          <p>
            Every drop there is: one drawing each, one line per unit. A closed run keeps the drawing it ended
            with.
          </p>
        </div>
        <VaultFilters filter={filter} onChange={apply} />
        {vault instanceof Promise ? (
          <Suspense fallback={<SkeletonCards count={6} label="Loading the vault" />}>
            <Await resolve={vault}>
              {(loaded) => <VaultArchive {...loaded} filter={filter} isSearching={isSearching} />}
            </Await>
          </Suspense>
        ) : (
          <>
            <JsonLd
              data={{
                '@context': 'https://schema.org',
                '@type': 'ItemList',
                itemListElement: vault.drops.map((drop, at) => ({
                  '@type': 'ListItem',
                  position: at + 1,
                  item: dropData(publicUrl, drop, `/art/drops/${drop.slug}/share.jpg`, summaryWords(drop)),
                })),
              }}
            />
            <VaultArchive {...vault} filter={filter} isSearching={isSearching} />
          </>
        )}
      </div>
    </section>
  )
}
