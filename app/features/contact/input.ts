import { z } from 'zod'
import { fieldMessages, maxCharacters, subjects } from './rules.ts'

/** Text as people type it. Letters that no eye sees but that turn or break a line are taken out; emoji stay. */
const line = z
  .string()
  .transform((text) => text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ').trim())
const lines = z.string().transform((text) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim(),
)

const name = line.pipe(z.string().max(maxCharacters.name, fieldMessages.longName))

const sender = {
  formKey: z.string().min(16).max(64),
  firstName: name.pipe(z.string().min(1, fieldMessages.firstName)),
  lastName: name.optional().default(''),
  email: z
    .string(fieldMessages.email)
    .trim()
    .min(1, fieldMessages.email)
    .max(254, fieldMessages.longEmail)
    .pipe(z.email(fieldMessages.wrongEmail)),
  message: lines.pipe(
    z.string().min(1, fieldMessages.message).max(maxCharacters.message, fieldMessages.longMessage),
  ),
}

/** The contact form. Files cannot be sent with it. */
export const messageInput = z.object({ ...sender, subject: z.enum(subjects, fieldMessages.subject) })

/** The quote form: for a conversion, or a package without a price. */
export const quoteInput = z.object({
  ...sender,
  item: line.pipe(z.string().min(1, fieldMessages.item).max(maxCharacters.item, fieldMessages.longItem)),
})

/** A checked contact form. */
export type MessageInput = z.infer<typeof messageInput>
/** A checked quote form. */
export type QuoteInput = z.infer<typeof quoteInput>
