import { findClaims } from '#app/features/claims/store.server.ts'
import { writtenMail } from '#app/features/subscriptions/emails/written.tsx'
import type { Writing } from '#app/features/subscriptions/store/written.server.ts'
import type { Shop } from '#app/http/context.server.ts'
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
