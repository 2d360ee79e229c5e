import { z } from 'zod'
import { type AppContext, transact } from '#app/db/db.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { checkLedger } from '#app/features/orders/store/ledger.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { findAttempt, settleCapture } from '#app/features/payments/flows.server.ts'
import { recordCapture } from '#app/features/payments/store/capture.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { listGatewayMovements } from '#app/ledger/ledger.server.ts'
import { withoutEndedTests, type ListedTransaction, type PaymentGateway } from '#app/gateway/gateway.ts'
import { compareLists, type Difference, type Movement } from './rules.ts'
import { recordDifferences } from './store.server.ts'

/** What differs raises alerts; nothing is rewritten. */
export function bookkeepingJobs(sellables: Sellables): readonly Job[] {
  const compare = defineJob({
    name: 'compare-with-gateway',
    payload: z.object({}),
    every: '40 5 * * *',
    limitSeconds: 30 * 60,
    async run(shop) {
      const { compared, differences } = await compareWithGateway(shop, sellables)
      shop.log.info({ compared, differences: differences.length }, 'The ledger was compared with the gateway')
    },
  })
  const check = defineJob({
    name: 'check-ledger',
    payload: z.object({}),
    every: '20 5 * * *',
    limitSeconds: 10 * 60,
    run: async (shop) => void (await transact(shop, checkLedger)),
  })
  return [compare, check] as Job[]
}

type BookkeepingContext = AppContext & { gateway: PaymentGateway }

/** How far back the daily comparison looks: voids, refunds and chargebacks come days and weeks after their charge. */
const defaultWindowMs = 30 * day
/** Younger transactions may not have reached both books yet. */
const minAgeMs = hour

/** A charge that the shop had not learned of is recorded. @throws GatewayTimeout without a whole list: nothing is concluded. */
export async function compareWithGateway(
  ctx: BookkeepingContext,
  sellables: Sellables,
  since?: Date,
): Promise<{ compared: number; differences: Difference[] }> {
  const to = after(ctx.now(), -minAgeMs)
  const window = { from: since ?? after(to, -defaultWindowMs), to }
  const listed = withoutEndedTests(await ctx.gateway.listTransactions(window.from, window.to))
  const compare = async () => compareLists(listed, await movementsFor(ctx, listed, window.from), window)

  let found = await compare()
  let recordedCount = 0
  for (const difference of found)
    if (await recordUnknownCharge(ctx, sellables, difference, listed)) recordedCount++
  if (recordedCount > 0) found = await compare()

  const differences: Difference[] = []
  for (const difference of found) {
    const verified = await verifyDifference(ctx, difference)
    if (verified) differences.push(verified)
  }
  await transact(ctx, (work) => recordDifferences(work, ctx.gateway.name, differences, window))
  return { compared: listed.length, differences }
}

function movementsFor({ db, gateway }: BookkeepingContext, listed: readonly ListedTransaction[], from: Date) {
  const references = listed.flatMap(({ ref, ourId }) => [ref, ourId]).filter(Boolean)
  return listGatewayMovements(db, gateway.name, { from, references })
}

/** A charge of our own attempt, of which its answer and every later question were lost. True when it was recorded now. */
async function recordUnknownCharge(
  ctx: BookkeepingContext,
  sellables: Sellables,
  { kind, ref }: Difference,
  listed: readonly ListedTransaction[],
): Promise<boolean> {
  const charge = kind === 'unknown_charge' && listed.find((each) => each.ref === ref)
  const attempt = charge && charge.ourId ? await findAttempt(ctx.db, charge.ourId) : undefined
  if (!charge || !attempt || attempt.gateway !== ctx.gateway.name) return false
  const { amountCents } = charge
  await transact(ctx, (work) => recordCapture(work, attempt, { chargeRef: ref, amountCents }))
  await transact(ctx, (work) => settleCapture(work, sellables, attempt))
  return true
}

/** Lists have the time of a transaction, the ledger that at which the shop learned of it: what seems missing is looked up by its id. */
async function verifyDifference(
  ctx: BookkeepingContext,
  difference: Difference,
): Promise<Difference | undefined> {
  switch (difference.kind) {
    case 'missing_charge': {
      const [movement] = await movementsOf(ctx, difference.ref)
      const lookup = {
        ...(movement?.gatewayRef && { chargeRef: movement.gatewayRef }),
        startedAt: difference.at,
      }
      const charge = await ctx.gateway.findCharge(difference.ref, lookup)
      if (charge.outcome !== 'captured') return (await isVoidedByUs(ctx, movement)) ? undefined : difference
      if (charge.amountCents === difference.ledgerCents) return undefined
      return { ...difference, kind: 'amount_differs', gatewayCents: charge.amountCents }
    }
    case 'missing_refund':
      return (await isRefundedThere(ctx, difference)) ? undefined : difference
    case 'refunded_there':
      return { ...difference, ...(await chargeOfRefund(ctx, difference)) }
    default:
      return difference
  }
}

/** A charge that was canceled for us took nothing, and has its refund in the ledger under its own reference. */
async function isVoidedByUs(ctx: BookkeepingContext, charge: Movement | undefined): Promise<boolean> {
  const related = charge?.gatewayRef ? await movementsOf(ctx, charge.gatewayRef) : []
  return related.some(({ kind, gatewayRef }) => kind === 'refund_done' && gatewayRef === charge?.gatewayRef)
}

/** Our refund of a whole charge may have been its void, which the gateway knows under the charge alone. */
async function isRefundedThere(ctx: BookkeepingContext, { ref, at }: Difference): Promise<boolean> {
  const [refund] = await movementsOf(ctx, ref)
  const related = refund?.gatewayRef ? await movementsOf(ctx, refund.gatewayRef) : []
  const charge = related.find(({ kind }) => kind === 'capture')
  if (charge?.gatewayRef) {
    const lookup = { chargeRef: charge.gatewayRef, startedAt: at }
    return (await ctx.gateway.findCharge(charge.reference, lookup)).outcome === 'declined'
  }
  return (await ctx.gateway.findRefund(ref)).outcome === 'refunded'
}

async function chargeOfRefund(ctx: BookkeepingContext, { ref, orderId, attemptId }: Difference) {
  const chargeRef = orderId ? undefined : await ctx.gateway.findChargeOfRefund(ref)
  const found = chargeRef ? await movementsOf(ctx, chargeRef) : []
  const charge = found.find(({ kind }) => kind === 'capture')
  return { orderId: charge?.orderId ?? orderId, attemptId: charge?.reference ?? attemptId }
}

async function movementsOf({ db, gateway, now }: BookkeepingContext, reference: string): Promise<Movement[]> {
  const found = await listGatewayMovements(db, gateway.name, { from: now(), references: [reference] })
  return found.filter((each) => each.reference === reference || each.gatewayRef === reference)
}
