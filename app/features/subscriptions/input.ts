import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'
import { consentVersions, fieldMessages, parseTopic, type Topic } from './rules.ts'

/** A mail address as people type it, in the one form in which it is stored. */
const emailInput = emailAddress({
  missing: fieldMessages.missingEmail,
  wrong: fieldMessages.wrongEmail,
  long: fieldMessages.longEmail,
})

/** A topic as a form names it. */
const topicInput = z.string(fieldMessages.unknownTopic).transform((text, context): Topic => {
  const topic = parseTopic(text)
  if (topic) return topic
  context.addIssue({ code: 'custom', message: fieldMessages.unknownTopic })
  return z.NEVER
})

/** Waitlist, notify and newsletter forms. A form that asks for a name needs one; one that does not sends none. */
export const subscribeInput = z.object({
  topic: topicInput,
  email: emailInput,
  name: z
    .string()
    .overwrite(oneLine)
    .min(1, fieldMessages.missingName)
    .max(120, fieldMessages.longName)
    .optional(),
  consent: z.enum(consentVersions).optional().default(consentVersions[0]),
})

/** A checked subscription form. */
export type SubscribeInput = z.infer<typeof subscribeInput>
