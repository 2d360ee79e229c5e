import { recordAudit } from '#app/access/audit.server.ts'
import { type AppContext, transact } from '#app/db/work.server.ts'
import { deleteOldSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { forgetMessages } from '#app/features/contact/store.server.ts'
import { forgetBuyers } from '#app/features/orders/store/buyer.server.ts'
import { forgetRequests } from '#app/features/policies/store.server.ts'
import { forgetDocuments } from '#app/features/reservations/store/documents.server.ts'
import { forgetEnded, forgetUnconfirmed } from '#app/features/subscriptions/store/links.server.ts'
import { deleteOldWorksheets } from '#app/features/trust/worksheet.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import type { RetentionName } from '#app/retention/kinds.ts'
import { changePeriod, type Deletion, dryRun, listPeriods } from '#app/retention/retention.server.ts'

/** What each kind deletes, also every night. */
export const deletions: Record<RetentionName, Deletion> = {
  messages: forgetMessages,
  builds: deleteOldSubmissions,
  unpaid_orders: forgetBuyers,
  unconfirmed_addresses: forgetUnconfirmed,
  ended_subscriptions: forgetEnded,
  documents: forgetDocuments,
  data_requests: forgetRequests,
  worksheets: deleteOldWorksheets,
}

/** Every kind with its period, its last run, and how many are over their date now. One after another, to spare the pool. */
export async function reportRetention(ctx: AppContext) {
  const report: (Awaited<ReturnType<typeof listPeriods>>[number] & { due: number })[] = []
  for (const period of await listPeriods(ctx.db))
    report.push({ ...period, due: await dryRun(ctx, period.name, deletions[period.name]) })
  return report
}

export function countUnder(ctx: AppContext, name: RetentionName, days: number): Promise<number> {
  return dryRun(ctx, name, deletions[name], days)
}

export function setPeriod(
  { ctx, by, actor }: { ctx: AppContext; by: string; actor: string },
  change: { name: RetentionName; days: number; seen: number },
) {
  return transact(ctx, async (work) => {
    const changed = await changePeriod(work, { ...change, by })
    if (!changed.ok) return changed
    const data = { before: { days: changed.beforeDays }, after: { days: change.days } }
    await recordAudit(work, { actor, verb: 'retention-period', subject: change.name, data })
    return allowed
  })
}
