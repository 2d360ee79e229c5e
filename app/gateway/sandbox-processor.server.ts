import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import type { ListedTransaction } from './gateway.ts'
import { sandboxCharges, sandboxRefunds } from './tables.ts'

export type SandboxAction =
  | { act: 'void' | 'charge back' | 'reverse'; attemptId: string }
  | { act: 'refund'; attemptId: string; amountCents: number }
  | { act: 'charge'; amountCents: number }

export async function applySandboxAction(db: Db, act: SandboxAction, now: Date): Promise<boolean> {
  switch (act.act) {
    case 'void':
      return moveCharge(db, act.attemptId, ['captured', 'voided'], sql`${sandboxCharges.refundedCents} = 0`)
    case 'charge back':
      return moveCharge(db, act.attemptId, ['captured', 'charged_back'])
    case 'reverse':
      return moveCharge(db, act.attemptId, ['charged_back', 'captured'])
    case 'refund':
      return refundThere(db, act, now)
    case 'charge':
      await db.insert(sandboxCharges).values({
        attemptId: `HAND${publicCode(12)}`,
        orderId: '',
        token: 'sandbox_approve',
        createdAt: now,
        chargeRef: `ch_${publicCode(12)}`,
        amountCents: act.amountCents,
        status: 'captured',
      })
      return true
  }
}

export async function listSandboxTransactions(db: Db, from: Date, to: Date): Promise<ListedTransaction[]> {
  const charges = await db
    .select()
    .from(sandboxCharges)
    .where(
      and(
        inArray(sandboxCharges.status, ['captured', 'voided', 'charged_back']),
        gte(sandboxCharges.createdAt, from),
        lt(sandboxCharges.createdAt, to),
      ),
    )
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(and(gte(sandboxRefunds.createdAt, from), lt(sandboxRefunds.createdAt, to)))
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
}

export async function findChargeOfSandboxRefund(db: Db, ref: string): Promise<string | undefined> {
  const [found] = await db
    .select({ chargeRef: sandboxCharges.chargeRef })
    .from(sandboxRefunds)
    .innerJoin(sandboxCharges, eq(sandboxCharges.attemptId, sandboxRefunds.attemptId))
    .where(eq(sandboxRefunds.refundRef, ref))
  return found?.chargeRef
}

type ChargeStatus = (typeof sandboxCharges.$inferSelect)['status']

async function moveCharge(
  db: Db,
  attemptId: string,
  [from, status]: readonly [ChargeStatus, ChargeStatus],
  also: SQL = sql`true`,
): Promise<boolean> {
  const moved = await db
    .update(sandboxCharges)
    .set({ status })
    .where(and(eq(sandboxCharges.attemptId, attemptId), eq(sandboxCharges.status, from), also))
    .returning({ attemptId: sandboxCharges.attemptId })
  return moved.length > 0
}

async function refundThere(
  db: Db,
  { attemptId, amountCents }: { attemptId: string; amountCents: number },
  now: Date,
): Promise<boolean> {
  if (amountCents <= 0) return false
  return db.transaction(async (tx) => {
    const taken = await tx
      .update(sandboxCharges)
      .set({ refundedCents: sql`${sandboxCharges.refundedCents} + ${amountCents}` })
      .where(
        and(
          eq(sandboxCharges.attemptId, attemptId),
          eq(sandboxCharges.status, 'captured'),
          sql`${sandboxCharges.refundedCents} + ${amountCents} <= ${sandboxCharges.amountCents}`,
        ),
      )
      .returning({ attemptId: sandboxCharges.attemptId })
    if (taken.length === 0) return false
    await tx.insert(sandboxRefunds).values({
      refundId: `HAND${publicCode(12)}`,
      attemptId,
      refundRef: `re_${publicCode(12)}`,
      amountCents,
      createdAt: now,
    })
    return true
  })
}
