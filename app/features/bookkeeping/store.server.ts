import { and, asc, eq, gte, isNull, lt } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import type { Difference } from './rules.ts'
import { gatewayDifferences } from './tables.ts'
import { differenceWords } from './words.ts'

export type FoundDifference = typeof gatewayDifferences.$inferSelect

/**
 * Writes down what a comparison of one span found: each difference once, with an alert while it is open. One of that span
 * that is found no more has ended.
 */
export async function recordDifferences(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  gateway: GatewayName,
  found: readonly Difference[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const { tx, now } = work
  const ids: number[] = []
  for (const difference of found) {
    const [stored] = await tx
      .insert(gatewayDifferences)
      .values({ ...difference, gateway, foundAt: now })
      .onConflictDoUpdate({
        target: [gatewayDifferences.gateway, gatewayDifferences.kind, gatewayDifferences.ref],
        set: {
          gatewayCents: difference.gatewayCents,
          ledgerCents: difference.ledgerCents,
          endedAt: null,
          isAccepted: false,
        },
      })
      .returning({ id: gatewayDifferences.id })
    if (!stored) continue
    ids.push(stored.id)
    await raiseAlert(work, {
      kind: 'gateway_difference',
      subject: subjectOf(stored.id),
      detail: `${difference.orderId ? `Order ${difference.orderId}: ` : ''}${differenceWords(difference)}`,
    })
  }
  const open = await tx
    .select({ id: gatewayDifferences.id })
    .from(gatewayDifferences)
    .where(
      and(
        eq(gatewayDifferences.gateway, gateway),
        isNull(gatewayDifferences.endedAt),
        gte(gatewayDifferences.at, from),
        lt(gatewayDifferences.at, to),
      ),
    )
  for (const { id } of open) if (!ids.includes(id)) await endDifference(work, id)
}

export function listOpenDifferences(db: Db): Promise<FoundDifference[]> {
  return db
    .select()
    .from(gatewayDifferences)
    .where(isNull(gatewayDifferences.endedAt))
    .orderBy(asc(gatewayDifferences.id))
}

export async function findDifferenceForUpdate(
  { tx }: Pick<UnitOfWork, 'tx'>,
  id: number,
): Promise<FoundDifference | undefined> {
  const [difference] = await tx
    .select()
    .from(gatewayDifferences)
    .where(and(eq(gatewayDifferences.id, id), isNull(gatewayDifferences.endedAt)))
    .for('update')
  return difference
}

export async function endDifference(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  id: number,
  { isAccepted = false } = {},
): Promise<void> {
  await work.tx
    .update(gatewayDifferences)
    .set({ endedAt: work.now, isAccepted })
    .where(eq(gatewayDifferences.id, id))
  await clearAlert(work, 'gateway_difference', subjectOf(id))
}

const subjectOf = (id: number) => `difference ${id}`
