import { actAs } from '#app/access/act.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { Carrier, ParcelLine } from '#app/features/orders/rules/parcel.ts'
import { correctTracking, markArrived, sendParcel, undoSend } from '#app/features/orders/store/send.server.ts'
import { decideReturn, receiveBack } from '#app/features/orders/store/return-parcel.server.ts'
import { packParcel, unpackParcel } from '#app/features/orders/store/pack.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findParcel } from '#app/features/orders/store/parcels.server.ts'
import { type ChangedRefusal, expectRevision } from '#app/features/orders/store/revision.server.ts'
import { refundReturnedParcel } from '#app/features/refunds/parcel-flows.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { ShippingForm, ShippingVerb } from './input.ts'

/** Who is at the shipping desk: `by` goes into the order's history, `actor` into the audit log. */
export type Desk = { ctx: PaymentContext; sellables: Sellables; by: string; actor: string }
type Outcome = { ok: true } | Refusal | ChangedRefusal

type ShippingRequest = ShippingForm & { orderId: string; lines: readonly ParcelLine[] }
type Verb = (desk: Desk, request: ShippingRequest) => Promise<Outcome>

export const verbs: Record<ShippingVerb, Verb> = {
  pack: (desk, { orderId, revision, parcel, lines }) =>
    actOn(desk, 'pack', { orderId, revision, data: { parcel } }, async (work) => {
      return packParcel(work, desk.sellables, orderId, { id: parcel, lines, by: desk.by })
    }),
  unpack: (desk, request) =>
    withParcel(desk, request, (work) =>
      unpackParcel(work, desk.sellables, request.orderId, request.parcel, desk.by),
    ),
  send: (desk, request) =>
    withParcel(desk, request, (work) =>
      sendParcel(work, desk.sellables, request.parcel, { ...trackingOf(request), by: desk.by }),
    ),
  'undo-send': (desk, request) =>
    withParcel(desk, request, (work) => undoSend(work, desk.sellables, request.parcel, desk.by)),
  tracking: (desk, request) =>
    transact(desk.ctx, async (work) => {
      const { orderId, parcel: id, revision, reason } = request
      const expected = await expectParcel(work, orderId, id, revision)
      if (!expected.ok) return expected
      const before = await findParcel(work.tx, id)
      const right = trackingOf(request)
      const done = await correctTracking(work, desk.sellables, id, { ...right, reason, by: desk.by })
      if (!done.ok) return done
      const change = changeOf(before && { carrier: before.carrier, tracking: before.tracking }, right)
      const data = { parcel: id, ...(reason && { reason }), ...change }
      await recordAudit(work, { actor: desk.actor, verb: 'tracking', subject: orderId, data })
      return done
    }),
  delivered: (desk, request) =>
    withParcel(desk, request, (work) => markArrived(work, desk.sellables, request.parcel, desk.by)),
  receive: (desk, request) =>
    withParcel(desk, request, (work) => receiveBack(work, desk.sellables, request.parcel, desk.by)),
  decide: (desk, request) =>
    withParcel(desk, request, async (work) => {
      const { decision, reason, parcel } = request
      if (!decision) return refuse('not_chosen')
      return decideReturn(work, desk.sellables, parcel, { decision, reason, by: desk.by })
    }),
  refund: ({ ctx, sellables, actor, by }, { orderId, revision, parcel }) =>
    refundReturnedParcel(ctx, sellables, parcel, {
      by,
      reason: 'Returned parcel',
      guard: (work) => expectParcel(work, orderId, parcel, revision),
      alongside: (work) =>
        recordAudit(work, { actor, verb: 'refund-return', subject: orderId, data: { parcel } }),
    }),
}

/** What came of several orders or parcels, one by one: one that is refused holds up no other. */
export type BulkOutcome = { done: string[]; refused: { id: string; why: string }[] }

/** Packs everything that is left of each of these orders into one parcel. `parcelId` names the parcel to be. */
export function packAll(
  desk: Desk,
  orderIds: readonly string[],
  parcelId: () => string,
): Promise<BulkOutcome> {
  return eachOf(orderIds, (orderId) => {
    const parcel = parcelId()
    return actOn(desk, 'pack', { orderId, revision: undefined, data: { parcel } }, (work) =>
      packParcel(work, desk.sellables, orderId, { id: parcel, by: desk.by }),
    )
  })
}

export function sendAll(desk: Desk, parcelIds: readonly string[]): Promise<BulkOutcome> {
  return eachOf(parcelIds, async (id) => {
    const parcel = await findParcel(desk.ctx.db, id)
    if (!parcel) return refuse('not_paid')
    const { orderId, carrier, tracking } = parcel
    const request = { orderId, revision: undefined, data: { parcel: id, carrier, tracking } }
    return actOn(desk, 'send', request, (work) =>
      sendParcel(work, desk.sellables, id, { carrier, tracking, by: desk.by }),
    )
  })
}

async function eachOf(ids: readonly string[], run: (id: string) => Promise<Outcome>): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] }
  for (const id of ids) {
    const made = await run(id)
    if (made.ok) outcome.done.push(id)
    else outcome.refused.push({ id, why: made.why })
  }
  return outcome
}

function withParcel(
  desk: Desk,
  { verb, orderId, revision, parcel, carrier, tracking, decision }: ShippingRequest,
  task: (work: UnitOfWork) => Promise<Outcome>,
): Promise<Outcome> {
  const isTracked = verb === 'send'
  const data = { parcel, ...(isTracked && { carrier, tracking }), ...(decision && { decision }) }
  return actAs(desk.ctx, desk.actor, { verb, subject: orderId, data }, async (work) => {
    const expected = await expectParcel(work, orderId, parcel, revision)
    return expected.ok ? task(work) : expected
  })
}

function actOn(
  { ctx, actor }: Desk,
  verb: string,
  what: { orderId: string; revision: number | undefined; data: Record<string, string> },
  task: (work: UnitOfWork) => Promise<Outcome>,
): Promise<Outcome> {
  const { orderId, revision, data } = what
  return actAs(ctx, actor, { verb, subject: orderId, data }, async (work) => {
    const expected = await expectRevision(work, orderId, revision)
    return expected.ok ? task(work) : expected
  })
}

async function expectParcel(work: UnitOfWork, orderId: string, parcelId: string, revision: number) {
  const expected = await expectRevision(work, orderId, revision)
  if (!expected.ok) return expected
  const parcel = await findParcel(work.tx, parcelId)
  return parcel?.orderId === orderId ? expected : refuse('not_paid')
}

function trackingOf({ carrier, tracking }: ShippingForm): { carrier: Carrier; tracking: string } {
  return { carrier, tracking }
}
