import type { ComponentProps, ReactNode } from 'react'
import { FieldNotes, type FieldProps, useField } from './field-frame.tsx'

type Own = 'name' | 'id' | 'aria-invalid' | 'aria-describedby'

type TextFieldProps = FieldProps & { labelHidden?: boolean } & Omit<ComponentProps<'input'>, Own>

export function TextField({ label, hint, error, labelHidden, className, ...input }: TextFieldProps) {
  return (
    <Frame field={{ ...input, label, hint, error }} labelHidden={labelHidden} className={className}>
      {(wiring) => <input type="text" {...input} {...wiring} className="input" />}
    </Frame>
  )
}

type NamedFieldProps = Omit<TextFieldProps, 'label'> & { label?: FieldProps['label'] }

export function EmailField({ label = 'Email', ...input }: NamedFieldProps) {
  const wiring = { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 } as const
  return <TextField {...input} {...wiring} label={label} required />
}

export function PhoneField(input: Omit<TextFieldProps, 'label'>) {
  const label = (
    <>
      Phone <span>(optional)</span>
    </>
  )
  return <TextField {...input} type="tel" inputMode="tel" autoComplete="tel" label={label} />
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, Own>

export function TextAreaField({ label, hint, error, className, ...area }: TextAreaFieldProps) {
  return (
    <Frame field={{ ...area, label, hint, error }} className={className}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} className="input" />}
    </Frame>
  )
}

export type Option = {
  value: string
  label: string
  hint?: ReactNode
  disabled?: boolean
  picture?: ReactNode
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, Own> & { options: readonly Option[]; placeholder?: string }

export function SelectField({ label, hint, error, className, ...rest }: SelectFieldProps) {
  const { options, placeholder, ...select } = rest
  return (
    <Frame field={{ ...select, label, hint, error }} className={className}>
      {(wiring) => (
        <select {...select} {...wiring} className="input select">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

type FileFieldProps = FieldProps & Pick<ComponentProps<'input'>, 'accept' | 'required' | 'onChange'>

/** A field for one file, as large as other fields. Browsers never fill it again: its form must not be left when it is refused. */
export function FileField({ label, hint, error, ...input }: FileFieldProps) {
  return (
    <Frame field={{ ...input, label, hint, error }}>
      {(wiring) => <input {...input} {...wiring} type="file" className="input h-auto min-h-12 py-2" />}
    </Frame>
  )
}

type FrameProps = {
  field: FieldProps
  labelHidden?: boolean | undefined
  className?: string | undefined
  children: (wiring: ReturnType<typeof useField>['wiring']) => ReactNode
}

function Frame({ field, labelHidden, className, children }: FrameProps) {
  const { wiring, message } = useField(field)
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label className={labelHidden ? 'sr-only' : 'field-label'} htmlFor={wiring.id}>
        {field.label}
      </label>
      {children(wiring)}
      <FieldNotes id={wiring.id} message={message} hint={field.hint} />
    </div>
  )
}
