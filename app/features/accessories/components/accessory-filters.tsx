import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useTypedFilter } from '#app/ui/use-typed-filter.ts'
import { accessoryQuery } from '../input.ts'
import type { AccessoryFilter, Category } from '../rules.ts'
import { listWords } from '../words.ts'

type Props = {
  categories: readonly Category[]
  filter: AccessoryFilter
  onChange: (filter: AccessoryFilter) => void
}

/** Search and tabs: a form and links without script; with script each change applies at once. */
export function AccessoryFilters({ categories, filter, onChange }: Props) {
  const { shown, change } = useTypedFilter(filter, accessoryQuery, onChange)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(260px,340px)]">
      <nav className="tabs [&>a]:px-3 [&>a:first-child]:pl-0" aria-label="Category">
        {[{ slug: 'all', name: listWords.all }, ...categories].map(({ slug: category, name }) => (
          <Link
            key={category}
            to={addressOf({ ...shown, category })}
            aria-current={shown.category === category ? 'true' : undefined}
            preventScrollReset
            replace
          >
            {name}
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
        {shown.category !== 'all' && <input type="hidden" name="category" value={shown.category} />}
        <TextField
          className="flex-1"
          label="Search"
          labelHidden
          name="q"
          type="search"
          placeholder="Search name or description"
          autoComplete="off"
          maxLength={80}
          value={shown.search}
          onChange={({ target }) => change({ ...shown, search: target.value }, true)}
        />
        <Button className="hidden noscript:inline-flex">Search</Button>
      </Form>
    </div>
  )
}

/** No question mark for an empty query, as the router renders it in the browser. */
function addressOf(filter: Parameters<typeof accessoryQuery>[0]): string {
  const query = accessoryQuery(filter)
  return query.size ? `/accessories?${query}` : '/accessories'
}
