import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { LinkedText } from './linked-text.tsx'

export type FieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | readonly string[] | undefined
  id?: string
}

export function useField({ name, hint, error, id }: FieldProps) {
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
