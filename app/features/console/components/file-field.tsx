import { type ReactNode, type Ref, useId } from 'react'
import { Shape } from './shape.tsx'

type Props = {
  label: string
  name: string
  accept: string
  hint: ReactNode
  errors?: readonly string[] | undefined
  ref?: Ref<HTMLInputElement>
}

export function FileField({ label, name, accept, hint, errors, ref }: Props) {
  const id = useId()
  const isWrong = Boolean(errors?.length)
  return (
    <div className="con-field">
      <label htmlFor={id}>{label}</label>
      <div
        className="grid justify-items-start gap-2 rounded-control border border-dashed border-control p-3 aria-invalid:border-stop"
        aria-invalid={isWrong || undefined}
      >
        <input
          ref={ref}
          className="w-full text-sm max-md:py-3"
          id={id}
          type="file"
          name={name}
          accept={accept}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${isWrong ? `${id}-error ` : ''}${id}-hint`}
        />
      </div>
      {isWrong && (
        <span className="con-error" id={`${id}-error`}>
          <Shape kind="over" />
          <span>{errors?.join(' ')}</span>
        </span>
      )}
      <span className="con-hint" id={`${id}-hint`}>
        {hint}
      </span>
    </div>
  )
}
