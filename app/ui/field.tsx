import { type ComponentProps, type ReactNode, useId } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { LinkedText } from './linked-text.tsx'

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

type Option = {
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

type FieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | readonly string[] | undefined
  id?: string
}

function useField({ name, hint, error, id }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const message = typeof error === 'string' ? error : error?.[0]
  const described = [message && `${own}-error`, hint && `${own}-hint`].filter(Boolean).join(' ')
  const wiring = {
    id: own,
    name,
    'aria-invalid': message ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return { wiring, message }
}

type NotesProps = Pick<FieldProps, 'hint'> & { id: string; message: string | undefined }

export function FieldNotes({ id, message, hint }: NotesProps) {
  return (
    <>
      {message && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="mt-0.5 size-4" />
          <LinkedText text={message} />
        </p>
      )}
      {hint && (
        <p className="text-sm text-faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

export function FormPart({ title, className = '', children }: FormPartProps) {
  return (
    <fieldset className={`grid min-w-0 gap-6 ${className}`}>
      <legend className="h3 mb-6 w-full border-b border-hairline pb-3">{title}</legend>
      {children}
    </fieldset>
  )
}

type FormPartProps = { title: ReactNode; className?: string; children: ReactNode }

type CheckboxProps = FieldProps & Omit<ComponentProps<'input'>, 'type' | Own>

export function CheckboxField({ label, hint, error, className, ...input }: CheckboxProps) {
  const { wiring, message } = useField({ ...input, label, hint, error })
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label className="choice">
        <input {...input} {...wiring} type="checkbox" />
        <span>{label}</span>
      </label>
      <FieldNotes id={wiring.id} message={message} hint={hint} />
    </div>
  )
}

type RadioGroupProps = FieldProps & {
  options: readonly Option[]
  defaultValue?: string | undefined
  required?: boolean
  form?: string
  className?: string
}

export function RadioGroup({ options, defaultValue, required, form, className, ...field }: RadioGroupProps) {
  const { wiring, message } = useField(field)
  const { id, name, ...aria } = wiring
  return (
    <fieldset
      {...aria}
      id={id}
      role="radiogroup"
      aria-required={required}
      className={className ? `field ${className}` : 'field'}
    >
      <legend className="field-label mb-1">{field.label}</legend>
      {options.map((option) => (
        <label className="choice" key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            disabled={option.disabled}
            required={required}
            form={form}
          />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
          {option.picture}
        </label>
      ))}
      <FieldNotes id={id} message={message} hint={field.hint} />
    </fieldset>
  )
}
