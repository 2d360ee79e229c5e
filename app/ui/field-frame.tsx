import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'

/** What every field needs besides its control. */
export type FieldProps = {
  /** The key in the form data. */
  name: string
  label: ReactNode
  /** What helps to fill it in, shown below the control. */
  hint?: ReactNode
  /** What is wrong with what was typed, from the action; of several only the first is shown. */
  error?: string | readonly string[] | undefined
  /** Needed only where something else must point at the control; otherwise one is made. */
  id?: string
}

/** The attributes that tie a control to its label, hint and error. */
export type FieldWiring = {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Ids and ARIA attributes of a field, and its error in words. */
export function useField({ name, hint, error, id }: FieldProps): {
  wiring: FieldWiring
  message: string | undefined
} {
  const made = useId()
  const own = id ?? made
  const message = typeof error === 'string' ? error : error?.[0]
  const described = [message && `${own}-error`, hint && `${own}-hint`].filter(Boolean).join(' ')
  return {
    wiring: {
      id: own,
      name,
      'aria-invalid': message ? true : undefined,
      'aria-describedby': described || undefined,
    },
    message,
  }
}

/** The error and the hint of a field, with the ids its control refers to. */
export function FieldNotes({
  id,
  message,
  hint,
}: {
  id: string
  message: string | undefined
  hint: ReactNode
}) {
  return (
    <>
      {message && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="mt-0.5 size-4" />
          {message}
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
