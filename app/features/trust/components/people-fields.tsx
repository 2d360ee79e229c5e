import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { fieldsOf } from '#app/http/submitted-fields.ts'

/** A field of each entry: the last part of its name in the form, and its label. */
type Column = { field: string; label: string; max: number; placeholder?: string }

type Props = {
  /** The list's prefix of field names: `trustees`. */
  list: string
  /** The label of one entry: `Trustee`. */
  one: string
  columns: readonly [Column, Column]
  max: number
  /** How many entries are filled in. */
  filled: number
  fieldOf: ReturnType<typeof fieldsOf>
}

/** A list of people, one row each, with one spare row. Each save adds the next. */
export function PeopleFields({ list, one, columns, max, filled, fieldOf }: Props) {
  const rows = Math.min(max, filled + 1)
  return (
    <div className="grid justify-items-start gap-3">
      {Array.from({ length: rows }, (_, at) => (
        <fieldset key={at} className="grid w-full grid-cols-2 gap-3 max-sm:grid-cols-1">
          <legend className="sr-only">
            {one} {at + 1}
          </legend>
          {columns.map(({ field, label, max: maxLength, placeholder }) => (
            <TextField
              key={field}
              {...fieldOf(`${list}-${at}-${field}`)}
              label={
                <>
                  <span className="sr-only">
                    {one} {at + 1}:{' '}
                  </span>
                  {label}
                </>
              }
              maxLength={maxLength}
              placeholder={placeholder}
              autoComplete="off"
            />
          ))}
        </fieldset>
      ))}
      {rows < max && (
        <Button variant="text" size="sm" name="more" value={list}>
          Add another {one.toLowerCase()}
        </Button>
      )}
    </div>
  )
}
