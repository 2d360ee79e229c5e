import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { accessoryQuery } from '../input.ts'
import { type AccessoryFilter, categories } from '../rules.ts'
import { categoryWords } from '../words.ts'

type Props = { filter: AccessoryFilter; onChange: (filter: AccessoryFilter) => void }

/** Search and tabs: a form and links without script; with script each change applies at once. */
export function AccessoryFilters({ filter, onChange }: Props) {
  const hydrated = useHydrated()
  const [search, setSearch] = useState(filter.search)
  // The address can also change by the Back button or Clear Filters.
  useEffect(
    () => setSearch((typed) => (typed.trim() === filter.search.trim() ? typed : filter.search)),
    [filter.search],
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(260px,340px)]">
      <nav className="tabs [&>a]:px-3 [&>a:first-child]:pl-0" aria-label="Category">
        {(['all', ...categories] as const).map((category) => (
          <Link
            key={category}
            to={addressOf({ ...filter, category })}
            aria-current={filter.category === category ? 'true' : undefined}
            preventScrollReset
            replace
          >
            {categoryWords[category]}
          </Link>
        ))}
      </nav>
      <Form
        className="flex gap-2 max-xl:order-first"
        action="/accessories"
        role="search"
        aria-label="Accessories"
        onSubmit={(event) => event.preventDefault()}
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
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            onChange({ ...filter, search: event.target.value })
          }}
        />
        {!hydrated && <Button>Search</Button>}
      </Form>
    </div>
  )
}

/** No question mark for an empty query, as the router renders it in the browser. */
function addressOf(filter: Parameters<typeof accessoryQuery>[0]): string {
  const query = accessoryQuery(filter)
  return query.size ? `/accessories?${query}` : '/accessories'
}
