import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { dropCategories, type DropStatus } from '../rules.ts'
import { type VaultFilter, vaultPath } from '../rules/vault-filter.ts'
import { categoryWords, statusWords } from '../words.ts'

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
export function VaultFilters({ filter }: { filter: VaultFilter }) {
  return (
    <Form
      className="grid grid-cols-2 items-end gap-x-6 gap-y-4 max-lg:[&>:is(:first-child,.btn)]:col-span-full lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] lg:noscript:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      action={vaultPath}
      role="search"
      aria-label="The vault"
      data-auto=""
    >
      <TextField
        label="Search"
        name="q"
        type="search"
        placeholder="Name or tagline"
        autoComplete="off"
        maxLength={80}
        defaultValue={filter.search}
      />
      <SelectField label="Category" name="category" options={categories} defaultValue={filter.category} />
      <SelectField label="Status" name="status" options={statuses} defaultValue={filter.status} />
      <Button className="hidden noscript:inline-flex">Apply</Button>
    </Form>
  )
}
