import { findClaims } from '#app/features/claims/store.server.ts'
import { writtenMail } from '#app/features/subscriptions/emails/written.tsx'
import type { Writing } from '#app/features/subscriptions/store/written.server.ts'
import { parseTopic } from '#app/features/subscriptions/rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { formatLongDay } from '#app/kit/date-format.ts'

/** The email that an announcement makes, by what will send it, for a reader who signed up today. */
export async function previewMail(shop: Shop, writing: Writing): Promise<string> {
  const claims = await findClaims(shop.db, ['support.postal'], shop.now(), shop.timeZone)
  const content = writtenMail(writing, {
    publicUrl: shop.publicUrl,
    since: formatLongDay(shop.now(), shop.timeZone),
    postalLine: claims['support.postal']?.text,
  })
  return renderMail(content).html
}

const maxLength = 10_000

/** The email as it is typed so far, complete or not, with what was typed. Stores nothing. */
export async function previewTyped(shop: Shop, form: FormData) {
  const given = submittedFields(form)
  const cut = (name: string, otherwise: string) =>
    typedIn(given, name).slice(0, maxLength).trim() || otherwise
  const html = await previewMail(shop, {
    topic: parseTopic(typedIn(given, 'topic')) ?? 'newsletter',
    subject: cut('subject', 'Subject'),
    body: cut('body', ''),
    button: cut('button', 'Button'),
    path: cut('path', '/'),
  })
  return { fieldErrors: {}, given, html }
}
