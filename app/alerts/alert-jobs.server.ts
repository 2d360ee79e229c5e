import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { mailOnce } from '#app/mail/mail-job.server.ts'
import { type Alert, listUnmailedAlerts, markAlertsMailed, alertKinds } from './alerts.server.ts'
import { brand } from '#app/kit/brand.ts'
import type { Letter } from '#app/mail/letter.ts'

/** `findDesk` returns the staff address, or nothing while the operator has not entered one. */
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
        try {
          await mailOnce(shop, `alerts:${newest}`, async () => ({ to: desk, letter: alertLetter(alerts) }))
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

function alertLetter(alerts: readonly Alert[]): Letter {
  const [first, ...others] = alerts.map(({ kind, subject }) => `${alertKinds[kind].title}: ${subject}`)
  const heading = alerts.length === 1 ? 'Something needs attention' : `${alerts.length} alerts need attention`
  return {
    subject: others.length > 0 ? `Alert: ${first}, and ${others.length} more` : `Alert: ${first}`,
    preview: heading,
    why: `You’re getting this email because this is the staff address of the ${brand} shop.`,
    blocks: [
      { heading },
      ...alerts.flatMap(({ id, kind, subject, detail }) => [
        {
          facts: [
            { label: alertKinds[kind].title, value: subject },
            { label: 'Number', value: String(id) },
          ],
        },
        { text: detail },
        { text: alertKinds[kind].text },
      ]),
      { note: 'Open alerts are on Today in the console, where a resolved one is closed.' },
    ],
  }
}
