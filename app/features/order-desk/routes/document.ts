import { recordAudit } from '#app/access/audit.server.ts'
import { findDocument } from '#app/features/reservations/store/documents.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { readPaper } from '#app/files/papers.server.ts'
import { attachment } from '#app/http/responses.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { normalizeCode } from '#app/kit/text.ts'
import type { Route } from './+types/document'

export const handle: StaffHandle = { right: 'reviews.decide' }

/** A document of a buyer, to be saved and never shown in the browser. Who opens which is recorded before a byte of it is sent. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'reviews.decide')
  const orderId = normalizeCode(params.order)
  const document = await findDocument(shop.db, orderId, params.document)
  const content = document && (await readPaper(shop, document.id))
  if (!document || !content)
    throw notFound('No Such Document', {
      text: 'The buyer sent no such document, or it was deleted.',
      link: { to: `/staff/orders/${orderId}`, label: 'The order' },
    })
  const { id, kind, type } = document
  await shop.db.transaction((tx) =>
    recordAudit(
      { tx, now: shop.now() },
      { actor: actorOf(member), verb: 'document-open', subject: orderId, data: { document: id, kind } },
    ),
  )
  // What it is called where it is saved: by us, never by its sender.
  const name = `${orderId}-${kind.replaceAll('_', '-')}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
  return attachment(content, { type, name })
}
