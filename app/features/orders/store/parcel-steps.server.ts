import { eq, and, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { parcelLines, parcels } from '../parcel-tables.ts'
import { isPaid } from '../rules.ts'
import {
  type Carrier,
  leftToPack,
  mayTake,
  type ParcelLine,
  type ParcelStep,
  type ReturnDecision,
} from '../parcels.ts'
import { hasOpenReturn, markDelivered } from './stage.server.ts'
import {
  addEvent,
  findOrderForUpdate,
  type Sellables,
  type Order,
  type SellableLine,
  announceLines,
} from './lines.server.ts'
import { findParcel, listParcels, clearDue, markDue, type Parcel } from './parcels.server.ts'
import { askParcelGate } from './review.server.ts'
import { orderLines } from '../tables.ts'

type Packing = {
  /** Of the parcel to be: packing again with the same one gives the same parcel. */
  id: string
  /** Everything that is left, where it is not said. */
  lines?: readonly ParcelLine[]
  by: string
}

type PackRefusal = Refusal<
  'not_paid' | 'in_review' | 'refused_by_state' | 'nothing_to_pack' | 'too_many' | 'refund_under_way'
>

/** Refused while the rules want a review, for more than is left to pack, and while one of the lines is being refunded. */
export async function packParcel(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  { id, lines, by }: Packing,
): Promise<{ ok: true; number: number } | PackRefusal> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const packed = await listParcels(work.tx, orderId)
  const same = packed.find((parcel) => parcel.id === id)
  if (same) return { ok: true, number: same.number }
  const gate = await askParcelGate(work, found)
  if (!gate.ok) return gate
  const left = leftToPack(
    found.lines.map(({ line }) => line),
    packed,
  )
  const chosen = (lines ?? left).filter(({ quantity }) => quantity > 0)
  if (left.length === 0 || chosen.length === 0) return refuse('nothing_to_pack')
  for (const { position, quantity } of chosen) {
    const has = left.find((each) => each.position === position)?.quantity ?? 0
    if (quantity > has) return refuse('too_many')
    if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  }
  const number = (packed.at(-1)?.number ?? 0) + 1
  await work.tx.insert(parcels).values({
    id,
    orderId,
    number,
    carrier: carrierOf(found.order.shippingName),
    method: found.order.shippingName ?? '',
    packedAt: work.now,
    packedBy: by,
  })
  await work.tx
    .insert(parcelLines)
    .values(chosen.map(({ position, quantity }) => ({ parcelId: id, orderId, position, quantity })))
  await addEvent(work, orderId, 'packed', { parcel: number, by })
  return { ok: true, number }
}

function carrierOf(method: string | null): Carrier {
  const name = (method ?? '').toLowerCase()
  if (name.includes('ups')) return name.includes('usps') ? 'usps' : 'ups'
  if (name.includes('usps') || name.includes('priority')) return 'usps'
  return name.includes('fedex') ? 'fedex' : 'other'
}

type StepForm = {
  by: string
  carrier?: Carrier
  tracking?: string
  reason?: string
  decision?: ReturnDecision | undefined
}

type LockedParcel = { order: Order; lines: SellableLine[]; parcel: Parcel }

type Step = {
  /** It was done already with this form: then nothing happens. */
  isDone?: (parcel: Parcel, form: StepForm) => boolean
  /** Refuses, or does what comes first. */
  before?: (work: UnitOfWork, found: LockedParcel, form: StepForm) => Promise<Refusal | undefined>
  /** What is written to the parcel, by whom and when. */
  set: (form: StepForm, now: Date) => PgUpdateSetSource<typeof parcels>
  event: string
  said?: (form: StepForm) => Record<string, string>
  also?: (work: UnitOfWork, found: LockedParcel, form: StepForm) => Promise<unknown>
}

const steps: Record<Exclude<ParcelStep, 'refund' | 'unpack'> | 'tracking', Step> = {
  /** Refused while the rules want a review, and when a line was refunded since it was packed. */
  send: {
    isDone: ({ sentAt, ...sent }, { carrier, tracking }) =>
      sentAt !== null && sent.tracking === tracking && sent.carrier === carrier,
    async before(work, found) {
      const { order, lines, parcel } = found
      const gate = await askParcelGate(work, found)
      if (!gate.ok) return gate
      if (!isPaid(order.state)) return refuse('not_paid')
      // All or nothing: a refusal commits what came before it.
      for (const { position } of parcel.lines) {
        if (lines.some(({ line }) => line.position === position && line.returnedAt))
          return refuse('line_refunded')
        if (await hasOpenReturn(work, order.id, position)) return refuse('refund_under_way')
      }
      for (const { position } of parcel.lines) {
        const marked = await markDelivered(work, order.id, position)
        if (!marked.ok) throw new Error(`Order ${order.id}, line ${position}: ${marked.why}`)
      }
      return undefined
    },
    set: ({ carrier, tracking, by }, now) => ({ carrier, tracking, sentAt: now, sentBy: by }),
    event: 'dispatched',
    async also(work, { order, parcel }) {
      await clearDue(work, order.id)
      await mailParcel(work, parcel, 'sent')
    },
  },
  /** It was not handed over after all: the buyer's refund clocks run again. */
  'undo-send': {
    set: () => ({ sentAt: null, sentBy: null }),
    event: 'dispatch_undone',
    async also(work, { order, parcel }) {
      await unmarkSent(work, parcel)
      await markDue(work, order.id, order.paidAt ?? work.now)
      await mailParcel(work, parcel, 'unsent')
    },
  },
  tracking: {
    isDone: (parcel, { carrier, tracking }) => parcel.carrier === carrier && parcel.tracking === tracking,
    before: async (_, { parcel }, { reason = '' }) =>
      parcel.sentAt && !reason.trim() ? refuse('correction_reason_missing') : undefined,
    set: ({ carrier, tracking }) => ({ carrier, tracking }),
    event: 'tracking',
    said: ({ reason }) => (reason ? { reason } : {}),
    also: async (work, { parcel }) =>
      parcel.sentAt && !parcel.returnedAt && mailParcel(work, parcel, 'tracking'),
  },
  delivered: { set: (_, now) => ({ deliveredAt: now }), event: 'parcel_delivered' },
  receive: { set: ({ by }, now) => ({ returnedAt: now, returnedBy: by }), event: 'parcel_returned' },
  decide: {
    isDone: (parcel, { decision }) => parcel.decision === decision,
    before: async (_, __, { decision, reason }) =>
      decision === undefined
        ? refuse('not_chosen')
        : decision === 'kept_out' && !reason
          ? refuse('needs_reason')
          : undefined,
    set: ({ decision, reason, by }, now) => ({
      decision,
      decisionReason: reason || null,
      decidedAt: now,
      decidedBy: by,
      restockedAt: decision === 'restocked' ? now : null,
    }),
    event: 'parcel_decided',
    said: ({ decision = '' }) => ({ decision }),
    async also(work, { lines, parcel }, { decision }) {
      if (decision === 'restocked') await putBack(work, lines, parcel)
      if (decision !== 'resend') return
      await unmarkSent(work, parcel)
      await markDue(work, parcel.orderId, work.now)
    },
  },
}

/** Each step counts once, however often it is taken. */
export async function takeStep(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
  name: keyof typeof steps,
  form: StepForm,
): Promise<{ ok: true } | Refusal> {
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return refuse('not_paid')
  const { order, parcel } = found
  const { isDone, before, set, event, said, also } = steps[name]
  if (isDone?.(parcel, form)) return allowed
  const may = name === 'tracking' ? allowed : mayTake(name, parcel, work.now)
  const refusal = may.ok ? await before?.(work, found, form) : may
  if (refusal) return refusal
  await work.tx.update(parcels).set(set(form, work.now)).where(eq(parcels.id, parcelId))
  await addEvent(work, order.id, event, { parcel: parcel.number, by: form.by, ...said?.(form) })
  await also?.(work, found, form)
  return allowed
}

/** One that was opened before is nothing to open. */
export async function unpackParcel(work: UnitOfWork, sellables: Sellables, parcelId: string, by: string) {
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return allowed
  const { order, parcel } = found
  const may = mayTake('unpack', parcel, work.now)
  if (!may.ok) return may
  await work.tx.delete(parcels).where(eq(parcels.id, parcelId))
  await addEvent(work, order.id, 'unpacked', { parcel: parcel.number, by })
  return allowed
}

export async function lockParcel(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
): Promise<LockedParcel | undefined> {
  const known = await findParcel(work.tx, parcelId)
  const found = known && (await findOrderForUpdate(work, sellables, known.orderId))
  const parcel = found && (await findParcel(work.tx, parcelId))
  return parcel && { order: found.order, lines: found.lines, parcel }
}

/** What came back to go out again is not out. */
const isOut = sql`${parcels.decision} is distinct from 'resend'`

/** The lines of a parcel count as not sent, unless another parcel with a part of them was. */
async function unmarkSent({ tx }: UnitOfWork, { id, orderId, lines }: Parcel) {
  const sent = await tx
    .select({ position: parcelLines.position })
    .from(parcelLines)
    .innerJoin(parcels, eq(parcels.id, parcelLines.parcelId))
    .where(and(eq(parcelLines.orderId, orderId), ne(parcels.id, id), isNotNull(parcels.sentAt), isOut))
  const own = lines
    .map(({ position }) => position)
    .filter((each) => !sent.some(({ position }) => position === each))
  if (own.length > 0)
    await tx
      .update(orderLines)
      .set({ deliveredAt: null })
      .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.position, own)))
}

async function mailParcel(work: UnitOfWork, { id: parcelId }: Parcel, about: 'sent' | 'unsent' | 'tracking') {
  await work.enqueue('mail-parcel', { parcelId, about, at: work.now.toISOString() })
}

async function putBack(work: UnitOfWork, lines: readonly SellableLine[], parcel: Parcel) {
  for (const { position, quantity } of parcel.lines) {
    const loaded = lines.find(({ line }) => line.position === position)
    if (!loaded?.sellable.putBack)
      throw new Error(`Order ${parcel.orderId}: line ${position} cannot be put back`)
    const ref = sql`${JSON.stringify(loaded.line.ref)}::jsonb`
    await work.tx.execute(loaded.sellable.putBack(sql`${parcel.orderId}`, ref, sql`${quantity}::int`))
    announceLines(work, [loaded])
  }
}

export async function markReturnRefunded(work: UnitOfWork, parcelId: string): Promise<void> {
  await work.tx.update(parcels).set({ refundedAt: work.now }).where(eq(parcels.id, parcelId))
}
