import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'
import { fieldMessages, maxCharacters, subjects } from './rules.ts'

const line = z.string().overwrite(oneLine)
const lines = z.string().transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())

const name = line.pipe(z.string().max(maxCharacters.name, fieldMessages.longName))

const sender = {
  formKey: z.string().min(16).max(64),
  firstName: name.pipe(z.string().min(1, fieldMessages.firstName)),
  lastName: name.optional().default(''),
  email: emailAddress({
    missing: fieldMessages.email,
    wrong: fieldMessages.wrongEmail,
    long: fieldMessages.longEmail,
  }),
  message: lines.pipe(
    z.string().min(1, fieldMessages.message).max(maxCharacters.message, fieldMessages.longMessage),
  ),
}

export const messageInput = z.object({ ...sender, subject: z.enum(subjects, fieldMessages.subject) })

export const quoteInput = z.object({
  ...sender,
  item: line.pipe(z.string().min(1, fieldMessages.item).max(maxCharacters.item, fieldMessages.longItem)),
})

export type MessageInput = z.infer<typeof messageInput>
export type QuoteInput = z.infer<typeof quoteInput>
