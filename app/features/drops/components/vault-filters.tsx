import type { ChangeEvent } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useTypedFilter } from '#app/ui/use-typed-filter.ts'
import { dropCategories, type DropStatus } from '../rules.ts'
import { parseVaultFilter, type VaultFilter, vaultPath, vaultQuery } from '../rules/vault-filter.ts'
import { categoryWords, statusWords } from '../words.ts'

type Props = { filter: VaultFilter; onChange: (filter: VaultFilter) => void }

const categories = [
  { value: 'all', label: 'All' },
  ...dropCategories.map((value) => ({ value, label: categoryWords[value] })),
]
const listedStatuses: DropStatus[] = ['live', 'coming_soon', 'sold_out', 'archived']
const statuses = [
  { value: 'all', label: 'All' },
  ...listedStatuses.map((value) => ({ value, label: statusWords[value].short })),
]

/** Search and filters of the vault. Without script it is a form with a button; with it each change applies at once. */
export function VaultFilters({ filter, onChange }: Props) {
  const { shown, change } = useTypedFilter(filter, vaultQuery, onChange)
  // Read all three from the form: several may have changed before hydration.
  const read = (
    { target: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>,
    isTyping = false,
  ) => {
    if (form) change(parseVaultFilter(queryOf(form)), isTyping)
  }
  return (
    <Form
      className="grid grid-cols-2 items-end gap-x-6 gap-y-4 max-lg:[&>:is(:first-child,.btn)]:col-span-full lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] lg:noscript:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      action={vaultPath}
      role="search"
      aria-label="The vault"
      onSubmit={(event) => event.preventDefault()}
    >
      <TextField
        label="Search"
        name="q"
        type="search"
        placeholder="Name or tagline"
        autoComplete="off"
        maxLength={80}
        value={shown.search}
        onChange={(event) => read(event, true)}
      />
      <SelectField
        label="Category"
        name="category"
        options={categories}
        value={shown.category}
        onChange={(event) => read(event)}
      />
      <SelectField
        label="Status"
        name="status"
        options={statuses}
        value={shown.status}
        onChange={(event) => read(event)}
      />
      <Button className="hidden noscript:inline-flex">Apply</Button>
    </Form>
  )
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.set(name, value)
  return query
}
