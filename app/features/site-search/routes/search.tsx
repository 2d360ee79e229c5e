import { siteTitle } from '#app/kit/brand.ts'
import type { SearchEntry } from '#app/kit/search-entry.ts'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { SearchForm } from '../components/search-form.tsx'
import { SearchResults } from '../components/search-results.tsx'
import { findEntries, indexEntries, type SearchIndex } from '../rules/find.ts'
import { maxQueryLength, type SearchAnswer } from '../rules.ts'
import { isSearchKind, searchWords } from '../words.ts'
import type { Route } from './+types/search'

/** Each list of entries is indexed once. */
const indexes = new WeakMap<readonly SearchEntry[], SearchIndex>()

export async function loader({ context, request }: Route.LoaderArgs): Promise<SearchAnswer> {
  const { searchParams } = new URL(request.url)
  const query = (searchParams.get('q') ?? '').trim().slice(0, maxQueryLength)
  const named = searchParams.get('kind')
  const kind = isSearchKind(named) ? named : null
  if (!query) return { query, kind, groups: [], isPartial: false }
  const entries = await context.get(shopContext).searchEntries()
  const index = indexes.get(entries) ?? indexEntries(entries)
  indexes.set(entries, index)
  return { query, kind, ...findEntries(index, query, kind) }
}

export function headers() {
  return privatePageHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  const query = loaderData?.query
  return [
    { title: siteTitle(`${query ? `“${query}” | ` : ''}${searchWords.title}`) },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-8 py-section">
      <header className="grid max-w-lead gap-4">
        <h1 className="h1">{searchWords.title}</h1>
        <p className="lead">{searchWords.lead}</p>
      </header>
      <div className="grid max-w-lead gap-8">
        <SearchForm query={loaderData.query} />
        <SearchResults answer={loaderData} />
      </div>
    </div>
  )
}
