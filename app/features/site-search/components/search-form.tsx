import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { maxQueryLength, searchPath } from '../rules.ts'
import { searchWords } from '../words.ts'

/** The field of the search. It has the focus while nothing was searched for; what is typed is searched for as it rests. */
export function SearchForm({ query }: { query: string }) {
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
        label={searchWords.label}
        placeholder={searchWords.placeholder}
        maxLength={maxQueryLength}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={query}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what somebody comes to the page for
        autoFocus={query === ''}
      />
      <Button variant="primary">{searchWords.button}</Button>
    </form>
  )
}
