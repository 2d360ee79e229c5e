import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { VaultArchive } from '../components/vault-archive.tsx'
import { VaultFilters } from '../components/vault-filters.tsx'
import { requestedPage, pagePath } from '#app/kit/paging.ts'
import { parseVaultFilter, vaultPath, vaultQuery } from '../rules/vault-filter.ts'
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
  const filter = parseVaultFilter(query)
  const [{ drops, ...found }, nextChangeAt] = await Promise.all([
    findDropPage(db, moment, {
      filter,
      wanted: requestedPage(query),
      size: pageSize,
    }),
    nextStatusChange(db, moment),
  ])
  return { vault: { drops: drops.map(toDropView), ...found, nextChangeAt, now: moment }, filter, publicUrl }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData, location }: Route.MetaArgs) {
  const vault = loaderData?.vault
  const publicUrl = loaderData?.publicUrl ?? ''
  const filter = vaultQuery(parseVaultFilter(new URLSearchParams(location.search)))
  const at = (page: number) => publicUrl + pagePath(vaultPath, filter, page)
  const page = vault?.page ?? 1
  return [
    ...pageMeta({
      title: page > 1 ? siteTitle(`${brand} Vault, page ${page}`) : siteTitle(`${brand} Vault, every drop`),
      description: `The archive of every numbered ${brand} drop: live, coming, sold out and closed, with its drawing, its units and its starting price.`,
      // A filtered list is not another page to a search engine; the second page of the whole is.
      url: publicUrl + pagePath(vaultPath, new URLSearchParams(), filter.size ? 1 : page),
    }),
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: at(page - 1) }] : []),
    ...(vault && page < vault.pages ? [{ tagName: 'link', rel: 'next', href: at(page + 1) }] : []),
  ]
}

export default function Vault({ loaderData: { vault, filter, publicUrl } }: Route.ComponentProps) {
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
        <VaultFilters filter={filter} />
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
        <VaultArchive {...vault} filter={filter} />
      </div>
    </section>
  )
}
