import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { maxQueryLength, searchPath } from '../rules.ts'
import { searchWords } from '../words.ts'

type Props = {
  query?: string
  onType?: (typed: string) => void
  onSubmit?: () => void
}

/** The field of the search. Sent, it leads to the page of the search. What is in it is selected, so that typing replaces it. */
export function SearchForm({ query = '', onType, onSubmit }: Props) {
  return (
    <Form
      action={searchPath}
      role="search"
      className="grid grid-cols-[1fr_auto] items-end gap-3"
      onSubmit={onSubmit}
    >
      <TextField
        type="search"
        name="q"
        label={searchWords.label}
        placeholder={searchWords.placeholder}
        maxLength={maxQueryLength}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={query}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType?.(event.currentTarget.value)}
      />
      <Button variant="primary">{searchWords.button}</Button>
    </Form>
  )
}
