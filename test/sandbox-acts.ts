import { eq, sql } from 'drizzle-orm'
import { sandboxCharges, sandboxRefunds } from '#app/gateway/tables.ts'
import { publicCode } from '#app/kit/ids.ts'
import type { TestContext } from './db.ts'

type Act =
  | { act: 'void' | 'charge back' | 'reverse'; attemptId: string }
  | { act: 'refund'; attemptId: string; amountCents: number }
  | { act: 'charge'; amountCents: number }

const statuses = { void: 'voided', 'charge back': 'charged_back', reverse: 'captured' } as const

/** What somebody does at the payment service itself, without the shop. */
export async function actThere({ db, now }: TestContext, act: Act): Promise<void> {
  const charge = (attemptId: string) => eq(sandboxCharges.attemptId, attemptId)
  const made = { createdAt: now() }
  if (act.act === 'charge')
    await db.insert(sandboxCharges).values({
      ...made,
      attemptId: `HAND${publicCode(12)}`,
      orderId: '',
      token: 'sandbox_approve',
      chargeRef: `ch_${publicCode(12)}`,
      amountCents: act.amountCents,
      status: 'captured',
    })
  else if (act.act === 'refund') {
    const { attemptId, amountCents } = act
    const refundedCents = sql`${sandboxCharges.refundedCents} + ${amountCents}`
    await db.update(sandboxCharges).set({ refundedCents }).where(charge(attemptId))
    const [refundId, refundRef] = [`HAND${publicCode(12)}`, `re_${publicCode(12)}`]
    const refund = { refundId, refundRef, attemptId, amountCents, paidOutAt: now() }
    await db.insert(sandboxRefunds).values({ ...made, ...refund })
  } else await db.update(sandboxCharges).set({ status: statuses[act.act] }).where(charge(act.attemptId))
}
