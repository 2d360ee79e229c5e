import { type Act, actAs, type Recorded } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { UnitOfWork } from '#app/db/db.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { packParcel, takeStep, unpackParcel } from '#app/features/orders/store/parcel-steps.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findParcel } from '#app/features/orders/store/parcels.server.ts'
import { type ChangedRefusal, expectRevision } from '#app/features/orders/store/read.server.ts'
import { refundReturnedParcel } from '#app/features/refunds/parcels.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { ShippingForm, ShippingVerb } from './rules.ts'

/** Who is at the shipping desk: `by` goes into the order's history, `actor` into the audit log. */
export type Desk = { ctx: PaymentContext; sellables: Sellables; by: string; actor: string }
type Outcome = { ok: true } | Refusal | ChangedRefusal

/** Does what somebody pressed at a parcel: `parcel` names it, or the one to be. */
export function takeVerb(
  desk: Desk,
  { verb, lines, ...request }: ShippingForm & { verb: ShippingVerb; orderId: string },
): Promise<Recorded<Outcome>> {
  const { ctx, sellables, by } = desk
  const { orderId, revision, parcel, carrier, tracking, reason, decision } = request
  if (verb === 'pack')
    return act(desk, verb, { orderId, revision }, { parcel }, (work) =>
      packParcel(work, sellables, orderId, { id: parcel, lines, by }),
    )
  if (verb === 'unpack')
    return act(desk, verb, request, { parcel }, (work) => unpackParcel(work, sellables, parcel, by))
  if (verb === 'refund')
    return refundReturnedParcel(ctx, sellables, parcel, {
      by,
      reason: 'Returned parcel',
      perform: (task) => act(desk, 'refund-return', request, { parcel }, task),
    }) as Promise<Recorded<Outcome>>
  const take = (work: UnitOfWork) =>
    takeStep(work, sellables, parcel, verb, { by, carrier, tracking, reason, decision })
  const right = { carrier, tracking }
  if (verb !== 'tracking') {
    const also = { ...(verb === 'send' && right), ...(decision && { decision }) }
    return act(desk, verb, request, { parcel, ...also }, take)
  }
  const data = ({ before }: { before: typeof right | undefined }) => ({
    parcel,
    ...(reason && { reason }),
    ...changeOf(before, right),
  })
  return act(desk, verb, request, data, async (work) => {
    const known = await findParcel(work.tx, parcel)
    const done = await take(work)
    const before = known && { carrier: known.carrier, tracking: known.tracking }
    return done.ok ? { ok: true as const, before } : done
  })
}

type Subject = { orderId: string; revision?: number; parcel?: string }

/** Performs and audits a verb, if its order is still as it was seen and has this parcel. */
function act<Result extends { ok: boolean }>(
  { ctx, actor }: Desk,
  verb: string,
  { orderId, revision, parcel }: Subject,
  data: Act<Extract<Result, { ok: true }>>['data'],
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Recorded<Result>> {
  const expect = async (work: UnitOfWork) => {
    const expected = await expectRevision(work, orderId, revision)
    if (!expected.ok || parcel === undefined) return expected
    return (await findParcel(work.tx, parcel))?.orderId === orderId ? expected : refuse('not_paid')
  }
  return actAs(ctx, actor, { verb, subject: orderId, ...(data && { data }), expect }, task)
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
    const made = await (verb === 'pack' ? packWhole(desk, id) : sendPacked(desk, id))
    if (made.ok) outcome.done.push(id)
    else outcome.refused.push({ id, why: made.why })
  }
  return outcome
}

function packWhole(desk: Desk, orderId: string): Promise<Outcome> {
  const parcel = publicCode(16)
  return act(desk, 'pack', { orderId }, { parcel }, (work) =>
    packParcel(work, desk.sellables, orderId, { id: parcel, by: desk.by }),
  )
}

async function sendPacked(desk: Desk, parcel: string): Promise<Outcome> {
  const packed = await findParcel(desk.ctx.db, parcel)
  if (!packed) return refuse('not_paid')
  const { orderId, carrier, tracking } = packed
  return act(desk, 'send', { orderId }, { parcel, carrier, tracking }, (work) =>
    takeStep(work, desk.sellables, parcel, 'send', { carrier, tracking, by: desk.by }),
  )
}
