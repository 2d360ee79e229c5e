import { z } from 'zod'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/db.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { checkAuditLog } from './audit.server.ts'

/** The head of the audit log is also written to the shop's log, stored elsewhere: who has database access alone cannot change that copy. */
const verifyDaily = defineJob({
  name: 'verify-audit-log',
  payload: z.object({}),
  every: '40 4 * * *',
  limitSeconds: 600,
  async run(shop) {
    const verdict = await checkAuditLog(shop.db, shop.now())
    await transact(shop, async (work) => {
      if (verdict.ok) await clearAlert(work, 'audit_log_broken', 'audit log')
      else
        await raiseAlert(work, {
          kind: 'audit_log_broken',
          subject: 'audit log',
          detail: `Row ${verdict.brokenAt} is not as it was written.`,
        })
    })
    if (verdict.ok) shop.log.info({ auditHead: verdict.head }, 'The audit log is intact')
    else shop.log.error({ brokenAt: verdict.brokenAt }, 'The audit log was changed')
  },
})

export const auditJobs = [verifyDaily] as readonly Job[]
