import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Clock } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type ChargeAnswer, type ChargeRequest, GatewayTimeout, type PaymentGateway } from './gateway.ts'
import {
  type SandboxAction,
  applySandboxAction,
  findChargeOfSandboxRefund,
  listSandboxTransactions,
} from './sandbox-processor.server.ts'
import { parseSignedNotification } from './notification.server.ts'
import { findSandboxRefund, refundSandboxCharge } from './sandbox-refunds.server.ts'
import { sandboxCharges } from './tables.ts'
import { readSandboxToken, type SandboxToken, sandboxCards } from './test-cards.ts'

/** What the sandbox runs on. */
export type SandboxSettings = {
  db: Db
  /** How long a card that times out delays its answer, in milliseconds. */
  timeoutMs: number
  now: Clock
  /** Signs and authenticates its notifications. */
  webhookSecret: string
}

/** The sandbox, and what only a sandbox can do: decide a held charge, and simulate actions at the processor. */
export type SandboxGateway = PaymentGateway & {
  /** Settles a charge held for review. Any other charge is unchanged. Returns its status afterwards. */
  settleReview(attemptId: string, verdict: 'captured' | 'declined'): Promise<ChargeAnswer>
  /**
   * Simulates an action of staff or a bank at the processor, without the shop's knowledge. False when it is not
   * possible.
   */
  actThere(act: SandboxAction): Promise<boolean>
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
export function createSandboxGateway({ db, timeoutMs, now, webhookSecret }: SandboxSettings): SandboxGateway {
  const insertCharge = prepareInsert(db)

  async function silent(): Promise<never> {
    await sleep(timeoutMs)
    throw new GatewayTimeout(`The sandbox did not answer within ${timeoutMs} ms.`)
  }

  const findCharge = (attemptId: string) => findSandboxCharge(db, attemptId)

  return {
    name: 'sandbox',
    checkout: { kind: 'test-cards', cards: sandboxCards },

    checkAccess: async () => ({ ok: true }), // it has neither keys nor rights

    async charge(request) {
      const { attemptId, orderId, amountCents, paymentToken } = request
      const { token } = readSandboxToken(paymentToken)
      const ruling = token ? rulings[token] : declined('The card is not known.')
      const chargeRef = `ch_${publicCode(12)}`
      const made = {
        attemptId,
        orderId,
        amountCents,
        token: token ?? paymentToken,
        chargeRef,
        createdAt: now(),
      }
      // One round trip for a new attempt: a purchase waits for this.
      const isNew = ruling !== null && (await insertCharge.execute({ ...made, ...ruling })).length > 0
      if (isNew) return token === 'sandbox_silent_after' ? silent() : answer({ ...made, ...ruling })
      const known = await findSame(db, request)
      return known ? answer(known) : silent()
    },

    cardFingerprint: (paymentToken) => readSandboxToken(paymentToken).owner,
    findCharge,

    async refund(request) {
      const { made, isSilent } = await refundSandboxCharge(db, request, now())
      return isSilent ? silent() : made
    },

    findRefund: (refundId) => findSandboxRefund(db, refundId),

    listTransactions: (from, to) => listSandboxTransactions(db, from, to),
    findChargeOfRefund: (ref) => findChargeOfSandboxRefund(db, ref),

    parseWebhook: (request) => parseSignedNotification(request, webhookSecret),

    actThere: (act) => applySandboxAction(db, act, now()),

    async settleReview(attemptId, verdict) {
      const reason = verdict === 'declined' ? 'The payment was declined after review.' : null
      await db
        .update(sandboxCharges)
        .set({ status: verdict, reason })
        .where(and(eq(sandboxCharges.attemptId, attemptId), eq(sandboxCharges.status, 'review')))
      return findCharge(attemptId)
    },
  }
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

async function findSandboxCharge(db: Db, attemptId: string): Promise<ChargeAnswer> {
  const [charge] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.attemptId, attemptId))
  return charge ? answer(charge) : { outcome: 'not_found' }
}

/**
 * The outcome of an attempt that is charged again.
 * @throws Error when the id was used for another order or amount: processors refuse that, so the sandbox does too.
 */
async function findSame(db: Db, { attemptId, orderId, amountCents }: ChargeRequest) {
  const [known] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.attemptId, attemptId))
  if (known && (known.orderId !== orderId || known.amountCents !== amountCents))
    throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
  return known
}

function answer(charge: {
  status: Ruling['status']
  reason: string | null
  chargeRef: string
  amountCents: number
}): ChargeAnswer {
  const { status, chargeRef, amountCents } = charge
  if (status === 'declined') return { outcome: 'declined', reason: charge.reason ?? 'The card was declined.' }
  if (status === 'voided') return { outcome: 'declined', reason: 'The payment was canceled.' }
  return status === 'review'
    ? { outcome: 'review', chargeRef }
    : { outcome: 'captured', chargeRef, amountCents }
}
