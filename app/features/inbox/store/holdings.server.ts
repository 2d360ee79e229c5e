import { actAs } from '#app/access/act.server.ts'
import type { AppContext, Db, UnitOfWork } from '#app/db/db.server.ts'
import { listDecisions } from '#app/features/builds/store/decisions.server.ts'
import { deleteSubmissionsOf, listSubmissionsOf } from '#app/features/builds/store/submissions.server.ts'
import { deleteMessagesOf, findMessage, listMessagesOf } from '#app/features/contact/store.server.ts'
import { findBookedSeat } from '#app/features/courses/store/seats.server.ts'
import { listRequests as listDealerRequests } from '#app/features/dealers/store/requests.server.ts'
import { listUploads } from '#app/features/dealers/store/file.server.ts'
import { findSheet } from '#app/features/order-desk/sheet.server.ts'
import { forgetBuyer, listOrdersOf } from '#app/features/orders/store/buyer.server.ts'
import { listAttempts } from '#app/features/payments/flows.server.ts'
import { deleteDocumentsOf, listDocumentsOf } from '#app/features/reservations/store/documents.server.ts'
import { deleteSubscriptionsOf, listSubscriptionsOf } from '#app/features/subscriptions/store/links.server.ts'
import { deleteWorksheetsOf, listWorksheetsOf } from '#app/features/trust/packs.server.ts'
import { readPaper } from '#app/files/papers.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { refuse } from '#app/kit/refusal.ts'

type DataDesk = { ctx: AppContext; actor: string }

/** A message in which a person may ask what we hold about them, or ask for its deletion. */
async function requireAsked(db: Db, id: string) {
  const message = await findMessage(db, id)
  if (!message) return refuse('no_such_message')
  return message.subject === 'legal' ? { ok: true as const, message } : refuse('not_requested')
}

/** Everything held under the address of a message, for a file, with the documents themselves in Base64. Every export is audited. */
export function exportData({ ctx, actor }: DataDesk & { ctx: Pick<Shop, 'files'> }, id: string) {
  return actAs(ctx, actor, { verb: 'data-export', subject: id, data: {} }, async ({ tx }) => {
    const asked = await requireAsked(tx, id)
    if (!asked.ok) return asked
    const held = await readHoldings(tx, asked.message.email)
    const documents = await inTurn(held.documents, async (document) => {
      const content = await readPaper(ctx, document.id)
      return { ...document, content: content ? Buffer.from(content).toString('base64') : null }
    })
    return { ok: true as const, data: { ...held, documents } }
  })
}

/** Deletes what we need not retain of the sender of a message. The audit log says how many of each. */
export function deleteData({ ctx, actor }: DataDesk, id: string) {
  type Deleted = Awaited<ReturnType<typeof deleteHoldings>>
  const data = ({ deleted }: { deleted: Deleted }) => deleted
  return actAs(ctx, actor, { verb: 'data-delete', subject: id, data }, async (work) => {
    const asked = await requireAsked(work.tx, id)
    if (!asked.ok) return asked
    return { ok: true as const, deleted: await deleteHoldings(work, asked.message.email) }
  })
}

export async function readHoldings(db: Db, email: string) {
  const orders = await listOrdersOf(db, email)
  const builds = await listSubmissionsOf(db, email)
  const decisions = await listDecisions(
    db,
    builds.map(({ id }) => id),
  )
  return {
    orders: await inTurn(orders, async (order) => ({ ...order, ...(await readLife(db, order.id)) })),
    messages: await listMessagesOf(db, email),
    subscriptions: await listSubscriptionsOf(db, email),
    builds: builds.map((build) => ({ ...build, decision: decisions.get(build.id) ?? null })),
    worksheets: await listWorksheetsOf(
      db,
      orders.map(({ id }) => id),
    ),
    documents: await listDocumentsOf(
      db,
      orders.map(({ id }) => id),
    ),
  }
}

async function readLife(db: Db, orderId: string) {
  const sheet = await findSheet(db, orderId)
  if (!sheet) return {}
  const { order, reviews, terms, balances, days, shipments, notes, transactions, parcels } = sheet
  const dealerRequests = await listDealerRequests(db, orderId)
  const uploads = await listUploads(
    db,
    dealerRequests.map(({ id }) => id),
  )
  const seat = await findBookedSeat(db, orderId)
  return {
    reviews,
    terms,
    balances,
    days,
    shipments,
    notes,
    refunds: order.refunds,
    ledger: transactions,
    payments: (await listAttempts(db, orderId)).map(({ id, state, gateway, amountCents }) => ({
      id,
      state,
      gateway,
      amountCents,
    })),
    parcels,
    seat: seat ? seat.booking : null,
    dealerRequests,
    // The copies are the dealer's licenses: they are named here, and are no data of the buyer.
    dealerUploads: uploads.map(({ type, bytes, sentAt }) => ({ type, bytes, sentAt })),
  }
}

/** One after another: an export is rare, and must not take the connections of everybody else. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const [first, ...rest] = items
  if (first === undefined) return []
  return [await read(first), ...(await inTurn(rest, read))]
}

/** What no law or record makes us retain. Answers about the law stay, as they prove that we answered. Safe to repeat. */
export async function deleteHoldings(work: UnitOfWork, email: string) {
  const orderIds = (await listOrdersOf(work.tx, email)).map(({ id }) => id)
  return {
    documents: await deleteDocumentsOf(work, orderIds),
    worksheets: await deleteWorksheetsOf(work, orderIds),
    unpaidOrders: await forgetBuyer(work, email),
    messages: await deleteMessagesOf(work, email),
    subscriptions: await deleteSubscriptionsOf(work, email),
    builds: await deleteSubmissionsOf(work, email),
  }
}
