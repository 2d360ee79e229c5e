// What a password must be. Length is what counts (NIST SP 800-63B-4, 3.1.1.2): no rules of letters and signs.

/** Lengths in characters. The upper bound keeps hashing cheap. */
export const passwordLength = { min: 15, max: 200 } as const

export type PasswordProblem = 'short' | 'long' | 'repeated' | 'personal'

export function passwordProblem(
  password: string,
  { name, email }: { name: string; email: string },
): PasswordProblem | undefined {
  const length = Array.from(password).length
  if (length < passwordLength.min) return 'short'
  if (length > passwordLength.max) return 'long'
  if (new Set(password).size < 5) return 'repeated'
  const own = [...name.split(/\s+/), ...email.split('@'), 'paco'].map((word) => word.toLowerCase())
  const rest = own
    .filter((word) => word.length >= 3)
    .reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  return rest.length < 8 ? 'personal' : undefined
}
