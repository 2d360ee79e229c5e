import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { addressLines } from '#app/features/orders/input.ts'
import { contentsOf, mayTake, parcelState, parcelSteps } from '#app/features/orders/parcels.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import {
  findParcel,
  findShippingOrder,
  listShipping,
  listToPack,
  packParcel,
  type Parcel,
  type ShippingOrder,
  takeStep,
} from '#app/features/orders/store/parcels.server.ts'
import { type ChangedRefusal, expectRevision } from '#app/features/orders/store/read.server.ts'
import { refundReturnedParcel } from '#app/features/refunds/parcels.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  daysSince,
  listOf,
  marksOf,
  maxRows,
  refusalWords,
  type ShippingForm,
  type ShippingVerb,
  type ShippingView,
  urgencyOf,
} from './rules.ts'

export type ShippingRow = ReturnType<typeof rowOf>
export type ShownShipping = NonNullable<Awaited<ReturnType<typeof findSlip>>>
export type ShownParcel = ShownShipping['parcels'][number]

export async function listRows(db: Db, view: ShippingView, now: Date): Promise<ShippingRow[]> {
  if (view === 'to-pack')
    return (await listToPack(db, maxRows)).map((shipping) => rowOf(shipping, undefined, now))
  return (await listShipping(db, view, maxRows)).map(({ parcel, shipping }) => rowOf(shipping, parcel, now))
}

function rowOf({ order, lines, left, gate }: ShippingOrder, parcel: Parcel | undefined, now: Date) {
  const paidAt = order.paidAt ?? order.createdAt
  return {
    /** What bulk verbs name: the order of what is to be packed, the parcel otherwise. */
    id: parcel?.id ?? order.id,
    orderId: order.id,
    buyer: order.buyerName ?? '',
    place: [order.shipCity, order.shipState].filter(Boolean).join(', '),
    method: order.shippingName ?? '',
    contents: contentsOf(parcel?.lines ?? left),
    marks: marksOf(lines, order.shipState),
    tracking: parcel?.tracking ?? '',
    days: daysSince(parcel ? newestOf(parcel) : paidAt, now),
    urgency: parcel?.sentAt ? 'calm' : urgencyOf(paidAt, now),
    isInReview: gate !== null,
  }
}

/** An order with its parcels, as it is packed and sent. */
export async function findSlip(db: Db, orderId: string, { now, timeZone }: { now: Date; timeZone: string }) {
  const found = await findShippingOrder(db, orderId)
  if (!found) return undefined
  const { order, lines, due, gate } = found
  const paidAt = order.paidAt ?? order.createdAt
  const parcels = found.parcels.map((parcel) => ({
    ...parcel,
    state: parcelState(parcel),
    stateOn: formatDay(newestOf(parcel), timeZone),
    steps: parcelSteps.filter((step) => mayTake(step, parcel, now).ok),
  }))
  return {
    ...found,
    view: listOf(found.left, parcels),
    paid: `${formatDay(paidAt, timeZone)}, ${daysSince(paidAt, now)} d ago`,
    urgency: due ? urgencyOf(due.paidAt, now) : 'calm',
    // As it goes on the label: the county is for the tax and not for the carrier.
    address: order.quotedAt ? [order.buyerName ?? '', ...addressLines(order)] : [],
    marks: marksOf(lines, order.shipState),
    gates: [isPaid(order.state) ? null : 'not_paid', gate].filter((why) => why !== null).map(refusalWords),
    parcels,
  }
}

function newestOf({ packedAt, sentAt, deliveredAt, returnedAt, decidedAt, refundedAt }: Parcel): Date {
  return refundedAt ?? decidedAt ?? returnedAt ?? deliveredAt ?? sentAt ?? packedAt
}

/** Who is at the shipping desk: `by` goes into the order's history, `actor` into the audit log. */
export type Desk = { ctx: PaymentContext; sellables: Sellables; by: string; actor: string }
type Outcome = { ok: true } | Refusal | ChangedRefusal

/** What was pressed: `parcel` is the one to be where it is packed. Without `lines` all that is left is packed. */
type Pressed = Partial<ShippingForm> & { verb: ShippingVerb; orderId: string; parcel: string }

/** Does what somebody pressed, and audits it, if the order is still as they saw it and has this parcel. */
export function takeVerb(
  desk: Desk,
  { verb, orderId, revision, parcel, lines, carrier = 'other', tracking = '', reason, decision }: Pressed,
): Promise<Recorded<Outcome>> {
  const { sellables, by } = desk
  if (verb === 'pack')
    return act(
      desk,
      { verb, orderId, revision },
      () => ({ parcel }),
      (work) => packParcel(work, sellables, orderId, { id: parcel, lines, by }),
    )
  const at = { orderId, revision, parcel }
  const right = { carrier, tracking }
  if (verb === 'refund')
    return refundReturnedParcel(desk.ctx, sellables, parcel, {
      by,
      reason: 'Returned parcel',
      perform: (task) => act(desk, { ...at, verb: 'refund-return' }, () => ({ parcel }), task),
    }) as Promise<Recorded<Outcome>>
  const data = (was: Parcel | undefined) => ({
    parcel,
    ...(verb === 'send' && right),
    ...(verb === 'tracking' && { ...(reason && { reason }), ...changeOf(was && shipmentOf(was), right) }),
    ...(decision && { decision }),
  })
  return act(desk, { ...at, verb }, data, (work) =>
    takeStep(work, sellables, parcel, verb, { by, ...right, reason, decision }),
  )
}

const shipmentOf = ({ carrier, tracking }: Parcel) => ({ carrier, tracking })

/** `data` gets the parcel as it was. */
function act<Result extends { ok: boolean }>(
  { ctx, actor }: Desk,
  seen: { verb: string; orderId: string; revision: number | undefined; parcel?: string },
  data: (was: Parcel | undefined) => AuditData,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Recorded<Result>> {
  const { verb, orderId, revision, parcel } = seen
  let was: Parcel | undefined
  const expect = async (work: UnitOfWork) => {
    const expected = await expectRevision(work, orderId, revision)
    if (!expected.ok || parcel === undefined) return expected
    was = await findParcel(work.tx, parcel)
    return was?.orderId === orderId ? expected : refuse('not_paid')
  }
  return actAs(ctx, actor, { verb, subject: orderId, data: () => data(was), expect }, task)
}

/** What came of several orders or parcels, one by one: one that is refused holds up no other. */
export type BulkOutcome = { done: string[]; refused: { id: string; why: string }[] }

/** Packs orders whole, or sends packed parcels. */
export async function takeAll(
  desk: Desk,
  verb: 'pack' | 'send',
  ids: readonly string[],
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] }
  for (const id of ids) {
    const made = await (verb === 'pack'
      ? takeVerb(desk, { verb, orderId: id, parcel: publicCode(16) })
      : sendPacked(desk, id))
    if (made.ok) outcome.done.push(id)
    else outcome.refused.push({ id, why: made.why })
  }
  return outcome
}

async function sendPacked(desk: Desk, parcel: string): Promise<Outcome> {
  const packed = await findParcel(desk.ctx.db, parcel)
  if (!packed) return refuse('not_paid')
  return takeVerb(desk, { verb: 'send', orderId: packed.orderId, parcel, ...shipmentOf(packed) })
}
