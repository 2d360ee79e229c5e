import type { ComponentProps } from 'react'
import type { Option } from './field.tsx'
import { FieldNotes, type FieldProps, useField } from './field-frame.tsx'

type CheckboxProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'name' | 'id' | 'aria-invalid' | 'aria-describedby'>

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
