import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#app/db/db.server.ts'
import type { Clock } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import {
  type ChargeAnswer,
  GatewayTimeout,
  type ListedTransaction,
  type PaymentGateway,
  type TestCard,
  type RefundAnswer,
  type RefundRequest,
} from './gateway.ts'
import { sandboxCharges, sandboxRefunds } from './tables.ts'

/** Each token means one possible outcome at a processor, so that every path of a payment can be tried by hand. */
export const sandboxCards = [
  { token: 'sandbox_approve', label: 'Test card: approved', effect: 'The payment goes through.' },
  {
    token: 'sandbox_decline',
    label: 'Test card: declined',
    effect: 'The bank declines for insufficient funds.',
  },
  {
    token: 'sandbox_silent_after',
    label: 'Test card: times out after charging',
    effect: 'The money is taken, but no answer comes back. The shop asks again and finds the payment.',
  },
  {
    token: 'sandbox_silent_before',
    label: 'Test card: times out before charging',
    effect: 'No answer comes back and nothing was taken. The shop asks again and finds nothing.',
  },
  {
    token: 'sandbox_duplicate',
    label: 'Test card: duplicate transaction',
    effect: 'The processor refuses a new attempt as a duplicate, and repeats its answer to a known one.',
  },
  {
    token: 'sandbox_review',
    label: 'Test card: held for review',
    effect: 'The processor holds the payment until a person approves or declines it.',
  },
  {
    token: 'sandbox_refund_silent',
    label: 'Test card: approved, refunds time out',
    effect: 'The payment goes through. A later refund is made, but no answer comes back.',
  },
] as const satisfies readonly TestCard[]

export type SandboxToken = (typeof sandboxCards)[number]['token']

/** The plain cards have no owner; a token such as `sandbox_approve~4242` is one person's own card, for limits per card. */
export function readSandboxToken(written: string): { token: SandboxToken | undefined; owner?: string } {
  const [name, owner] = written.split('~')
  const token = sandboxCards.find((card) => card.token === name)?.token
  return owner ? { token, owner } : { token }
}

export type SandboxSettings = {
  db: Db
  timeoutMs: number
  now: Clock
}

type Ruling =
  | { status: 'captured' | 'review' | 'voided' | 'charged_back'; reason: null }
  | { status: 'declined'; reason: string }

const captured: Ruling = { status: 'captured', reason: null }
const declined = (reason: string): Ruling => ({ status: 'declined', reason })

/** The processor's ruling on a new attempt. `null`: the attempt never reaches it. */
const rulings: Record<SandboxToken, Ruling | null> = {
  sandbox_approve: captured,
  sandbox_decline: declined('The bank declined the card: insufficient funds.'),
  sandbox_silent_after: captured,
  sandbox_silent_before: null,
  sandbox_duplicate: declined('A duplicate transaction has been submitted.'),
  sandbox_review: { status: 'review', reason: null },
  sandbox_refund_silent: captured,
}

/** A payment processor for trying the shop out. It has its own tables and takes no part in our transactions. */
export function createSandboxGateway({ db, timeoutMs, now }: SandboxSettings) {
  const insertCharge = prepareInsert(db)

  async function silent(): Promise<never> {
    await sleep(timeoutMs)
    throw new GatewayTimeout(`The sandbox did not answer within ${timeoutMs} ms.`)
  }

  const readCharge = async (attemptId: string) =>
    (await db.select().from(sandboxCharges).where(eq(sandboxCharges.attemptId, attemptId)))[0]

  async function findCharge(attemptId: string): Promise<ChargeAnswer> {
    const charge = await readCharge(attemptId)
    return charge ? answer(charge) : { outcome: 'not_found' }
  }

  return {
    name: 'sandbox',
    checkout: { kind: 'test-cards', cards: sandboxCards },

    checkAccess: async () => ({ ok: true }), // it has neither keys nor rights

    async charge(request) {
      const { attemptId, orderId, amountCents, paymentToken } = request
      const { token } = readSandboxToken(paymentToken)
      const ruling = token ? rulings[token] : declined('The card is not known.')
      const chargeRef = `ch_${publicCode(12)}`
      const owner = { attemptId, orderId, amountCents, token: token ?? paymentToken }
      const made = { ...owner, chargeRef, createdAt: now() }
      // One round trip for a new attempt: a purchase waits for this.
      const isNew = ruling !== null && (await insertCharge.execute({ ...made, ...ruling })).length > 0
      if (isNew) return token === 'sandbox_silent_after' ? silent() : answer({ ...made, ...ruling })
      const known = await readCharge(attemptId)
      // Processors refuse that, too.
      if (known && (known.orderId !== orderId || known.amountCents !== amountCents))
        throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
      return known ? answer(known) : silent()
    },

    cardFingerprint: (paymentToken) => readSandboxToken(paymentToken).owner,
    findCharge,

    async refund(request) {
      const { made, isSilent } = await refundSandboxCharge(db, request, now())
      return isSilent ? silent() : made
    },

    async findRefund(refundId) {
      const [refund] = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.refundId, refundId))
      return refund ? { outcome: 'refunded', refundRef: refund.refundRef } : { outcome: 'not_found' }
    },

    async listTransactions(from, to) {
      const within = (at: PgColumn) => and(gte(at, from), lt(at, to))
      const moved = inArray(sandboxCharges.status, ['captured', 'voided', 'charged_back'])
      const charges = await db
        .select()
        .from(sandboxCharges)
        .where(and(moved, within(sandboxCharges.createdAt)))
      const refunds = await db.select().from(sandboxRefunds).where(within(sandboxRefunds.createdAt))
      return [
        ...charges.map(({ status, chargeRef, attemptId, amountCents, createdAt }) => ({
          kind: 'charge' as const,
          status: status as ListedTransaction['status'],
          ref: chargeRef,
          ourId: attemptId,
          amountCents: status === 'voided' ? 0 : amountCents,
          at: createdAt,
        })),
        ...refunds.map(({ refundId, refundRef, amountCents, createdAt }) => ({
          kind: 'refund' as const,
          status: 'captured' as const,
          ref: refundRef,
          ourId: refundId,
          amountCents,
          at: createdAt,
        })),
      ]
    },

    async findChargeOfRefund(ref) {
      const [found] = await db
        .select({ chargeRef: sandboxCharges.chargeRef })
        .from(sandboxRefunds)
        .innerJoin(sandboxCharges, eq(sandboxCharges.attemptId, sandboxRefunds.attemptId))
        .where(eq(sandboxRefunds.refundRef, ref))
      return found?.chargeRef
    },

    parseWebhook: async () => undefined, // it sends none

    async settleReview(attemptId, verdict) {
      const reason = verdict === 'declined' ? 'The payment was declined after review.' : null
      await db
        .update(sandboxCharges)
        .set({ status: verdict, reason })
        .where(and(eq(sandboxCharges.attemptId, attemptId), eq(sandboxCharges.status, 'review')))
      return findCharge(attemptId)
    },
  } satisfies PaymentGateway
}

function prepareInsert(db: Db) {
  const given = sql.placeholder
  return db
    .insert(sandboxCharges)
    .values({
      attemptId: given('attemptId'),
      orderId: given('orderId'),
      token: given('token'),
      chargeRef: given('chargeRef'),
      amountCents: given('amountCents'),
      status: given('status'),
      reason: given('reason'),
      createdAt: given('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ attemptId: sandboxCharges.attemptId })
    .prepare('sandbox_charge')
}

type Charge = typeof sandboxCharges.$inferSelect

function answer(charge: Pick<Charge, 'status' | 'reason' | 'chargeRef' | 'amountCents'>): ChargeAnswer {
  const { status, chargeRef, amountCents } = charge
  if (status === 'declined') return { outcome: 'declined', reason: charge.reason ?? 'The card was declined.' }
  if (status === 'voided') return { outcome: 'declined', reason: 'The payment was canceled.' }
  return status === 'review'
    ? { outcome: 'review', chargeRef }
    : { outcome: 'captured', chargeRef, amountCents }
}

type SandboxRefund = { made: RefundAnswer; isSilent: boolean }

/** Once per refund id, never more than was captured. The charge's row is locked first, so its refunds are serialized. */
async function refundSandboxCharge(db: Db, request: RefundRequest, now: Date): Promise<SandboxRefund> {
  const { refundId, attemptId, chargeRef, amountCents } = request
  return db.transaction(async (tx) => {
    const [charge] = await tx
      .select()
      .from(sandboxCharges)
      .where(eq(sandboxCharges.attemptId, attemptId))
      .for('update')
    if (charge?.chargeRef !== chargeRef) return refused('The processor does not know this charge.')

    const [earlier] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.refundId, refundId))
    if (earlier && (earlier.attemptId !== attemptId || earlier.amountCents !== amountCents))
      return refused('This refund id was already used for another refund.')
    if (earlier) return { made: { outcome: 'refunded', refundRef: earlier.refundRef }, isSilent: false }

    if (charge.status !== 'captured') return refused('Only a captured payment can be refunded.')
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
      return refused('A refund needs an amount above zero.')
    if (charge.refundedCents + amountCents > charge.amountCents)
      return refused('The refund would exceed the amount that was captured.')

    const refundRef = `re_${publicCode(12)}`
    const written = await tx
      .insert(sandboxRefunds)
      .values({ refundId, attemptId, refundRef, amountCents, createdAt: now })
      .onConflictDoNothing()
      .returning({ refundId: sandboxRefunds.refundId })
    // Another charge took this id in the meantime: its row is not ours to wait for.
    if (written.length === 0) return refused('This refund id was already used for another refund.')
    await tx
      .update(sandboxCharges)
      .set({ refundedCents: sql`${sandboxCharges.refundedCents} + ${amountCents}` })
      .where(eq(sandboxCharges.attemptId, attemptId))
    return { made: { outcome: 'refunded', refundRef }, isSilent: charge.token === 'sandbox_refund_silent' }
  })
}

function refused(reason: string): SandboxRefund {
  return { made: { outcome: 'refused', reason }, isSilent: false }
}
