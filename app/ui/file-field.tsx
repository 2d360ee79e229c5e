import type { ComponentProps } from 'react'
import { FieldNotes, type FieldProps, useField } from './field-frame.tsx'

type Props = FieldProps & Pick<ComponentProps<'input'>, 'accept' | 'required' | 'onChange'>

/** A field for one file, as large as other fields. Browsers never fill it again: its form must not be left when it is refused. */
export function FileField({ label, hint, error, ...input }: Props) {
  const { wiring, message } = useField({ ...input, label, hint, error })
  return (
    <div className="field">
      <label className="field-label" htmlFor={wiring.id}>
        {label}
      </label>
      <input {...input} {...wiring} type="file" className="input h-auto min-h-12 py-2" />
      <FieldNotes id={wiring.id} message={message} hint={hint} />
    </div>
  )
}
