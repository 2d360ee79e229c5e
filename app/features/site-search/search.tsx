import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { countOf } from '#app/kit/text.ts'
import type { SearchEntry, SearchKind } from '#app/kit/search-entry.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useIsOpenPage } from '#app/ui/open-pages.ts'
import { findEntries, type FoundGroup, indexEntries, maxQueryLength, type SearchIndex } from './find.ts'
import { searchPath } from './search-link.tsx'
import type { Route } from './+types/search'

const kindTitles: Record<SearchKind, string> = {
  drop: 'Drops',
  release: 'Small batch',
  platform: 'Platforms',
  part: 'Parts',
  accessory: 'Accessories',
  class: 'Classes',
  trust: 'Trust pack',
  service: 'Services',
  question: 'Questions',
  guide: 'Guides',
  policy: 'Policies',
  page: 'Pages',
}

const indexes = new WeakMap<readonly SearchEntry[], SearchIndex>()

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, maxQueryLength)
  if (!query) return { query, groups: [], isPartial: false }
  const entries = await context.get(shopContext).searchEntries()
  const index = indexes.get(entries) ?? indexEntries(entries)
  indexes.set(entries, index)
  return { query, ...findEntries(index, query) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const query = loaderData?.query
  return [{ title: siteTitle(`${query ? `“${query}” | ` : ''}Search`) }]
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap grid items-start gap-x-24 gap-y-8 py-section lg:grid-cols-[5fr_7fr]">
      <header className="grid max-w-lead gap-4">
        <h1 className="h1">Search</h1>
        <p className="lead">
          Drops, platforms and parts, accessories, classes, questions, guides and policies.
        </p>
      </header>
      <div className="grid gap-8">
        <SearchForm query={loaderData.query} />
        {loaderData.query && <SearchResults answer={loaderData} />}
        {loaderData.groups.length === 0 && <Popular />}
      </div>
    </div>
  )
}

const popular = [
  { label: 'Current Drop', to: '/drops' },
  { label: 'Builder', to: '/build' },
  { label: 'Course Schedule', to: '/ccw-training' },
  { label: 'Accessories', to: '/accessories' },
  { label: 'Find Your Order', to: '/orders/find' },
  { label: 'Is it legal in my state?', to: '/faq#is-it-legal' },
]

function Popular() {
  const isOpen = useIsOpenPage()
  return (
    <nav aria-labelledby="popular">
      <h2 className="label" id="popular">
        Popular
      </h2>
      <ul className="mt-2 border-t border-hairline">
        {popular
          .filter(({ to }) => isOpen(to))
          .map(({ label, to }) => (
            <li key={to} className="border-b border-hairline">
              <a className="flex min-h-12 items-center px-2 transition-colors hover:bg-raised" href={to}>
                {label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function SearchForm({ query }: { query: string }) {
  return (
    <form
      method="get"
      action={searchPath}
      role="search"
      className="grid grid-cols-[1fr_auto] items-end gap-3"
      data-auto=""
    >
      <TextField
        id="search"
        type="search"
        name="q"
        label="What are you looking for?"
        placeholder="Drops, parts, classes, questions"
        maxLength={maxQueryLength}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={query}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what somebody comes to the page for
        autoFocus={query === ''}
      />
      <Button variant="primary">Search</Button>
    </form>
  )
}

type Answer = { query: string; groups: readonly FoundGroup[]; isPartial: boolean }

function SearchResults({ answer: { query, groups, isPartial } }: { answer: Answer }) {
  const count = groups.reduce((sum, { found }) => sum + found.length, 0)
  if (count === 0)
    return (
      <EmptyState
        level={2}
        title={`Nothing here matches “${query}”.`}
        text="Try fewer or other words, or ask us."
        actions={<ButtonLink href="/contact">Contact us</ButtonLink>}
      />
    )
  return (
    <div className="grid gap-8">
      <p role="status" className="text-sm text-muted">
        {isPartial
          ? `Nothing has every word of “${query}”. These have some of them.`
          : countOf(count, 'result')}
      </p>
      {groups.map(({ kind, found }) => (
        <section aria-labelledby={`found-${kind}`} key={kind}>
          <h2 className="label" id={`found-${kind}`}>
            {kindTitles[kind]}
          </h2>
          <ul className="mt-2 border-t border-hairline">
            {found.map(({ title, about, path }) => (
              <li key={`${path} ${title}`} className="border-b border-hairline">
                <a
                  className="grid min-h-12 content-center gap-0.5 px-2 py-2 transition-colors hover:bg-raised focus-visible:bg-raised"
                  href={path}
                >
                  <span className="text-ink">{title}</span>
                  <span className="text-sm text-muted">{about}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
