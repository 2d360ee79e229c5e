import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#app/db/db.server.ts'
import type { Clock } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { openBooks } from './books.server.ts'
import { GatewayTimeout, type PaymentGateway, type TestCard } from './gateway.ts'
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

type Ruling = { status: 'captured' | 'review'; reason: null } | { status: 'declined'; reason: string }

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

/** A payment processor for trying the shop out. */
export function createSandboxGateway({ db, timeoutMs, now }: { db: Db; timeoutMs: number; now: Clock }) {
  const books = openBooks({ db, now, charges: sandboxCharges, refunds: sandboxRefunds, taken: 'captured' })

  async function silent(): Promise<never> {
    await sleep(timeoutMs)
    throw new GatewayTimeout(`The sandbox did not answer within ${timeoutMs} ms.`)
  }

  return {
    ...books.reads,
    name: 'sandbox',
    checkout: { kind: 'test-cards', cards: sandboxCards },

    checkAccess: async () => ({ ok: true }), // it has neither keys nor rights

    async charge(request) {
      const { attemptId, orderId, amountCents, paymentToken } = request
      const { token } = readSandboxToken(paymentToken)
      const ruling = token ? rulings[token] : declined('The card is not known.')
      const owner = { attemptId, orderId, amountCents, token: token ?? paymentToken }
      const charge = { ...owner, chargeRef: `ch_${publicCode(12)}`, createdAt: now() }
      const made = ruling && (await books.write({ ...charge, ...ruling }))
      if (made) return token === 'sandbox_silent_after' ? silent() : made
      return (await books.findSame(request)) ?? silent()
    },

    cardFingerprint: (paymentToken) => readSandboxToken(paymentToken).owner,

    async refund(request) {
      const refund = { refundRef: `re_${publicCode(12)}`, paidOutAt: now() }
      const { answer, made } = await books.refund(request, refund)
      return made?.token === 'sandbox_refund_silent' ? silent() : answer
    },

    parseWebhook: async () => undefined, // it sends none

    async settleReview(attemptId, verdict) {
      const reason = 'The payment was declined after review.'
      await books.settle(attemptId, verdict, { from: ['review'], reason })
      return books.reads.findCharge(attemptId)
    },
  } satisfies PaymentGateway
}
