import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { accessoryQuery } from '../input.ts'
import type { AccessoryFilter, Category } from '../rules.ts'
import { listWords } from '../words.ts'

type Props = { categories: readonly Category[]; filter: AccessoryFilter }

/** Tabs, and a search that is sent while one types. */
export function AccessoryFilters({ categories, filter }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(260px,340px)]">
      <nav className="tabs [&>a]:px-3 [&>a:first-child]:pl-0" aria-label="Category">
        {[{ slug: 'all', name: listWords.all }, ...categories].map(({ slug: category, name }) => (
          <a
            key={category}
            href={addressOf({ ...filter, category })}
            aria-current={filter.category === category ? 'true' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <form
        className="flex gap-2 max-xl:order-first"
        method="get"
        action="/accessories"
        data-auto
        role="search"
        aria-label="Accessories"
      >
        {filter.category !== 'all' && <input type="hidden" name="category" value={filter.category} />}
        <TextField
          className="flex-1"
          label="Search"
          labelHidden
          name="q"
          type="search"
          placeholder="Search name or description"
          autoComplete="off"
          maxLength={80}
          defaultValue={filter.search}
        />
        <Button className="hidden noscript:inline-flex">Search</Button>
      </form>
    </div>
  )
}

function addressOf(filter: AccessoryFilter): string {
  const query = accessoryQuery(filter)
  return query.size ? `/accessories?${query}` : '/accessories'
}
