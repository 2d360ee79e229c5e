import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { alertMail } from './alert-mail.tsx'
import { listUnmailedAlerts, markAlertsMailed } from './alerts.server.ts'

/**
 * The jobs of alerts: they are mailed to the shop's staff address within a minute, and deleted long after they were
 * cleared. `findDesk` returns that address, or nothing while the operator has not entered one.
 */
export function alertJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const mailAlerts = defineJob({
    name: 'mail-alerts',
    payload: z.object({}),
    every: '* * * * *',
    async run(shop) {
      const alerts = await listUnmailedAlerts(shop.db, shop.now())
      const ids = alerts.map(({ id }) => id)
      const newest = ids.at(-1)
      if (newest === undefined) return
      shop.log.error(
        { alerts: alerts.map(({ kind, subject }) => `${kind}: ${subject}`) },
        'Alerts were raised',
      )
      const desk = await findDesk(shop)
      if (desk) {
        const content = alertMail({ alerts })
        const mail = { key: `alerts:${newest}`, to: desk, subject: content.subject, ...renderMail(content) }
        try {
          await sendOnce(shop.db, shop.mailer, mail, shop.now())
        } catch (error) {
          // No retry by the queue: the next run is within a minute and reads the open alerts again.
          return shop.log.warn({ err: error }, 'Alerts could not be mailed')
        }
      } else shop.log.warn('Alerts cannot be mailed: the claim support.email is empty')
      await transact(shop, (work) => markAlertsMailed(work, ids))
    },
  })
  return [mailAlerts] as Job[]
}
