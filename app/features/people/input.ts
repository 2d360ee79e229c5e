import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'
import { formKey } from '#app/kit/form-key.ts'
import { staffRoles } from '../staff/rules.ts'

const email = emailAddress({ missing: 'Enter an email address.' })
const password = z.string().min(1, 'Enter your password.').max(1_000, 'This password is too long.')
const code = z.string().trim().min(1, 'Enter the code.').max(40, 'This code is too long.')
const name = z
  .string()
  .transform((text) => oneLine(text.replaceAll(/[<>]/g, ' ')))
  .pipe(z.string().min(1, 'Enter your name.').max(80, 'Use at most 80 characters.'))
const optionalSecret = z.string().max(1_000).optional().default('')

export const signInInput = z.object({ email, password: optionalSecret, code })
export const joinInput = z.object({ name })
export const ownerInput = z.object({ name, email })
export const newPasswordInput = z.object({ password, code, sealed: z.string().max(1_000) })
export const againInput = z.object({ password, code })
export const inviteInput = z.object({ key: formKey, email, role: z.enum(staffRoles, 'Choose a role.') })
export const roleInput = z.object({ member: z.uuid(), role: z.enum(staffRoles) })
/** A member whose access ends, with their name typed: it cannot be taken back. */
export const accessEndInput = z.object({ member: z.uuid(), name: z.string().trim().max(200).default('') })
export const memberInput = z.object({ member: z.uuid() })
export const sessionInput = z.object({ session: z.uuid() })
export const invitationInput = z.object({ invitation: z.uuid() })
export const passkeyInput = z.object({ passkey: z.string().min(1).max(1_500) })

const json = z
  .string()
  .max(64_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.issues.push({ code: 'custom', message: 'This is not an answer of a passkey.', input: text })
      return z.NEVER
    }
  })
// The ceremony itself is judged by the library; here is only what it reads before it judges.
const answer = { id: z.string().max(1_500), rawId: z.string().max(1_500), type: z.literal('public-key') }
const extensions = { clientExtensionResults: z.looseObject({}).default({}) }

export const assertionInput = z.object({
  credential: json.pipe(
    z.object({
      ...answer,
      ...extensions,
      response: z.object({
        clientDataJSON: z.string(),
        authenticatorData: z.string(),
        signature: z.string(),
        userHandle: z.string().exactOptional(),
      }),
    }),
  ),
  next: z.string().max(2_000).optional(),
})

export const attestationInput = z.object({
  credential: json.pipe(
    z.object({
      ...answer,
      ...extensions,
      response: z.object({
        clientDataJSON: z.string(),
        attestationObject: z.string(),
        transports: z.array(z.string().max(40)).max(10).exactOptional(),
      }),
    }),
  ),
  name: z.string().trim().max(60).optional().default(''),
})
