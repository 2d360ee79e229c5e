// Every gateway for the contract tests of the port, with what only its own tests can do.
import { createAuthorizeNetGateway } from '#app/gateway/authorize-net/gateway.server.ts'
import { invoices, payouts, sandboxCharges, sandboxRefunds } from '#app/gateway/tables.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'
import { createSandboxGateway } from '#app/gateway/sandbox.server.ts'
import { openStandIn } from './authorize-net/stand-in.ts'
import type { TestContext } from './db.ts'

/** The outcomes of a charge, at any gateway. */
export type Wish = 'approve' | 'decline' | 'review'

/** A gateway under test. */
export type Tried = {
  gateway: PaymentGateway
  /** The payment token that causes the outcome. */
  token: (wish: Wish) => string
  /** Performs what a refund may wait for: nightly settlement, a payout by a person. */
  settle: (refundIds: readonly string[]) => Promise<void>
  /** The net amount of an attempt at the processor, in cents: captured less refunded. */
  unrefundedCents: (attemptId: string) => Promise<number>
  close: () => Promise<void>
}

/** Every gateway, opened for a test. */
export const tried: Record<PaymentGateway['name'], (ctx: TestContext) => Promise<Tried>> = {
  async sandbox({ db, now }) {
    const gateway = createSandboxGateway({ db, now, timeoutMs: 1, webhookSecret: 'test key' })
    return {
      gateway,
      token: (wish) => `sandbox_${wish}`,
      settle: async () => {},
      async unrefundedCents(attemptId) {
        const charges = (await db.select().from(sandboxCharges)).filter(
          (each) => each.attemptId === attemptId,
        )
        const back = (await db.select().from(sandboxRefunds)).filter((each) => each.attemptId === attemptId)
        return sum(charges.filter(({ status }) => status === 'captured')) - sum(back)
      },
      close: async () => {},
    }
  },

  async 'authorize-net'({ now }) {
    const standIn = await openStandIn(now)
    const log = { info() {}, warn() {}, error() {} } as never
    const { books } = standIn
    return {
      gateway: createAuthorizeNetGateway({ account: standIn.account, timeoutMs: 2_000, log, now }),
      token: (wish) => books.issueToken(wish),
      settle: async () => books.settle(),
      async unrefundedCents(attemptId) {
        const charge = books.transactions.find(({ invoice }) => invoice === attemptId)
        if (!charge || !/^(captured|settled)/.test(charge.status)) return 0
        const back = books.transactions.filter(({ refTransId }) => refTransId === charge.transId)
        return charge.cents - back.reduce((total, { cents }) => total + cents, 0)
      },
      close: standIn.close,
    }
  },

  async manual({ db, now }) {
    const gateway = createManualGateway({ db, now, payTo: 'By wire.', dueDays: 7, holdHours: 24 })
    return {
      gateway: {
        ...gateway,
        // A person takes the money, or withdraws the invoice, at once.
        async charge(request) {
          const written = await gateway.charge(request)
          if (written.outcome !== 'review' || request.paymentToken === 'review') return written
          return gateway.settleReview(
            request.attemptId,
            request.paymentToken === 'approve' ? 'captured' : 'declined',
          )
        },
      },
      token: (wish) => wish,
      settle: async (refundIds) => {
        for (const id of refundIds) await gateway.recordPayout(id)
      },
      async unrefundedCents(attemptId) {
        const received = (await db.select().from(invoices)).filter((each) => each.attemptId === attemptId)
        const back = (await db.select().from(payouts)).filter(
          (each) => each.attemptId === attemptId && each.paidOutAt,
        )
        return sum(received.filter(({ status }) => status === 'received')) - sum(back)
      },
      close: async () => {},
    }
  },
}

const sum = (rows: { amountCents: number }[]) =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0)
