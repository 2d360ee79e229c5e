import { findRequest } from '#app/features/policies/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { formatDay, formatStamp } from '#app/kit/date-format.ts'
import { countInCheckout, dueWords, inboxPath, mayDelete, mayExport } from '../rules.ts'
import { readHoldings } from '../store/holdings.server.ts'
import { inCheckoutWords } from '../words.ts'

/**
 * A data request as its sheets show it. One that its owner has not confirmed is not shown to anybody.
 * @throws The 404 page.
 */
export async function showRequest(shop: Shop, id: string) {
  const request = await findRequest(shop.db, id)
  if (!request?.confirmedAt)
    throw notFound('No Such Request', {
      text: `There is no confirmed data request ${id}.`,
      link: { to: inboxPath, label: 'Inbox' },
    })
  const { orders, ...others } = await readHoldings(shop.db, request.email)
  const now = shop.now()
  const canDelete = mayDelete(request).ok
  return {
    id,
    kind: request.kind,
    email: request.email,
    details: request.details,
    orderCode: request.orderCode,
    requestedOn: formatStamp(request.requestedAt, shop.timeZone, now),
    dueOn: formatDay(request.dueAt, shop.timeZone),
    due: dueWords(request.dueAt, now),
    isOver: request.dueAt < now,
    closed: request.closedAt && {
      by: request.closedBy ?? '',
      at: formatStamp(request.closedAt, shop.timeZone, now),
      answer: request.answer ?? '',
    },
    orders: orders.map((order) => ({ id: order.id, state: order.state })),
    counts: {
      orders: orders.length,
      messages: others.messages.length,
      subscriptions: others.subscriptions.length,
      builds: others.builds.length,
      worksheets: others.worksheets.length,
      documents: others.documents.length,
      requests: others.requests.length,
    },
    mayExport: mayExport(request).ok,
    mayDelete: canDelete,
    inCheckout: canDelete ? inCheckoutWords(countInCheckout({ orders, builds: others.builds })) : '',
  }
}
