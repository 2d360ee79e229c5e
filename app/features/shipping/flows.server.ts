import { type Act, actAs, type Recorded } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { ParcelLine } from '#app/features/orders/parcels.ts'
import {
  correctTracking,
  markArrived,
  sendParcel,
  undoSend,
  decideReturn,
  receiveBack,
  packParcel,
  unpackParcel,
} from '#app/features/orders/store/parcel-steps.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findParcel } from '#app/features/orders/store/parcels.server.ts'
import { type ChangedRefusal, expectRevision } from '#app/features/orders/store/read.server.ts'
import { refundReturnedParcel } from '#app/features/refunds/parcels.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { ShippingForm, ShippingVerb } from './rules.ts'

/** Who is at the shipping desk: `by` goes into the order's history, `actor` into the audit log. */
export type Desk = { ctx: PaymentContext; sellables: Sellables; by: string; actor: string }
type Outcome = { ok: true } | Refusal | ChangedRefusal

type ShippingRequest = ShippingForm & { orderId: string; lines: readonly ParcelLine[] }
type Verb = (desk: Desk, request: ShippingRequest) => Promise<Outcome>

export const verbs: Record<ShippingVerb, Verb> = {
  pack: (desk, { orderId, revision, parcel, lines }) =>
    act(desk, 'pack', { orderId, revision }, { parcel }, (work) =>
      packParcel(work, desk.sellables, orderId, { id: parcel, lines, by: desk.by }),
    ),
  unpack: (desk, request) =>
    act(desk, 'unpack', request, { parcel: request.parcel }, (work) =>
      unpackParcel(work, desk.sellables, request.orderId, request.parcel, desk.by),
    ),
  send: (desk, { carrier, tracking, parcel, ...request }) =>
    act(desk, 'send', { ...request, parcel }, { parcel, carrier, tracking }, (work) =>
      sendParcel(work, desk.sellables, parcel, { carrier, tracking, by: desk.by }),
    ),
  'undo-send': stepOf('undo-send', undoSend),
  tracking: (desk, { carrier, tracking, reason, parcel, ...request }) => {
    const right = { carrier, tracking }
    const data = ({ before }: { before: typeof right | undefined }) => ({
      parcel,
      ...(reason && { reason }),
      ...changeOf(before, right),
    })
    return act(desk, 'tracking', { ...request, parcel }, data, async (work) => {
      const before = await findParcel(work.tx, parcel)
      const done = await correctTracking(work, desk.sellables, parcel, { ...right, reason, by: desk.by })
      if (!done.ok) return done
      return { ok: true as const, before: before && { carrier: before.carrier, tracking: before.tracking } }
    })
  },
  delivered: stepOf('delivered', markArrived),
  receive: stepOf('receive', receiveBack),
  decide: (desk, { decision, reason, parcel, ...request }) =>
    act(desk, 'decide', { ...request, parcel }, { parcel, ...(decision && { decision }) }, async (work) =>
      decision
        ? decideReturn(work, desk.sellables, parcel, { decision, reason, by: desk.by })
        : refuse('not_chosen'),
    ),
  refund: (desk, request) =>
    refundReturnedParcel(desk.ctx, desk.sellables, request.parcel, {
      by: desk.by,
      reason: 'Returned parcel',
      perform: (task) => act(desk, 'refund-return', request, { parcel: request.parcel }, task),
    }),
}

function stepOf(verb: string, step: typeof undoSend): Verb {
  return (desk, request) =>
    act(desk, verb, request, { parcel: request.parcel }, (work) =>
      step(work, desk.sellables, request.parcel, desk.by),
    )
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

export function packAll(
  desk: Desk,
  orderIds: readonly string[],
  parcelId: () => string,
): Promise<BulkOutcome> {
  return eachOf(orderIds, (orderId) => {
    const parcel = parcelId()
    return act(desk, 'pack', { orderId }, { parcel }, (work) =>
      packParcel(work, desk.sellables, orderId, { id: parcel, by: desk.by }),
    )
  })
}

export function sendAll(desk: Desk, parcelIds: readonly string[]): Promise<BulkOutcome> {
  return eachOf(parcelIds, async (id) => {
    const parcel = await findParcel(desk.ctx.db, id)
    if (!parcel) return refuse('not_paid')
    const { orderId, carrier, tracking } = parcel
    return act(desk, 'send', { orderId }, { parcel: id, carrier, tracking }, (work) =>
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
