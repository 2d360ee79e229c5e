import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { FieldErrors } from '#app/http/form.ts'

/** A field of each entry: its last name in the form, its label, and the most letters it takes. */
type Column = { field: string; label: string; max: number; placeholder?: string }

type Props = {
  /** How the list is called in the form: `trustees`. */
  list: string
  /** What one entry is called: `Trustee`. */
  one: string
  columns: readonly [Column, Column]
  max: number
  /** How many entries hold something already. */
  filled: number
  value: (name: string) => string
  errors: FieldErrors
}

/** A list of people, one row each. There always is a row to spare; without script a save brings the next. */
export function PeopleFields({ list, one, columns, max, filled, value, errors }: Props) {
  const [rows, setRows] = useState(Math.min(max, filled + 1))
  const isScripted = useHydrated()
  return (
    <div className="pack-people">
      {Array.from({ length: rows }, (_, at) => (
        <fieldset key={at}>
          <legend className="vh">
            {one} {at + 1}
          </legend>
          {columns.map(({ field, label, max: maxLength, placeholder }) => {
            const name = `${list}-${at}-${field}`
            return (
              <TextField
                key={field}
                name={name}
                id={name}
                label={
                  <>
                    <span className="vh">
                      {one} {at + 1}:{' '}
                    </span>
                    {label}
                  </>
                }
                defaultValue={value(name)}
                error={errors[name]}
                maxLength={maxLength}
                placeholder={placeholder}
                autoComplete="off"
              />
            )
          })}
        </fieldset>
      ))}
      {isScripted && rows < max && (
        <Button type="button" variant="text" size="sm" onClick={() => setRows(rows + 1)}>
          Add another {one.toLowerCase()}
        </Button>
      )}
    </div>
  )
}
