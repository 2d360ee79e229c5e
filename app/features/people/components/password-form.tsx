import { Form } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { TextField } from '../../console/components/fields.tsx'
import { Verb } from '../../console/components/verb.tsx'
import { AuthenticatorField } from './authenticator-field.tsx'
import { Problem } from './problem.tsx'

export type Setup = {
  /** The dark squares as an SVG path, and how many squares a side has. */
  square: { path: string; size: number }
  letters: string
  sealed: string
}

type Props = { setup: Setup; errors: FieldErrors | undefined; action: string }

/** A password and an authenticator, set up together: neither opens anything alone. */
export function PasswordForm({ setup: { square, letters, sealed }, errors = {}, action }: Props) {
  const { size, path } = square
  return (
    <Form method="post" action={action} className="grid gap-3">
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={15}
        required
        errors={errors.password}
        hint="At least 15 characters. A few words in a row are easy to remember."
      />
      <div className="grid grid-cols-[160px_minmax(0,1fr)] max-sm:grid-cols-1 items-start gap-4">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          className="w-full max-w-[160px]"
          role="img"
          aria-label="Square for the camera of your authenticator"
        >
          <rect width={size} height={size} fill="white" />
          <path d={path} fill="black" />
        </svg>
        <div className="grid gap-2">
          <p>Scan the square with an authenticator, or type these letters into it:</p>
          <p className="con-code whitespace-normal">{letters.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </div>
      <AuthenticatorField errors={errors.code} />
      <input type="hidden" name="sealed" value={sealed} />
      <Problem>{errors.form?.[0]}</Problem>
      <div>
        <Verb busyWords="Saving">Save password and authenticator</Verb>
      </div>
    </Form>
  )
}
