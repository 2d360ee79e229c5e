import { TextField } from '#app/features/console/components/fields.tsx'

export function AuthenticatorField({ errors }: { errors: readonly string[] | undefined }) {
  return (
    <TextField
      label="Code from your authenticator"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      errors={errors}
    />
  )
}
