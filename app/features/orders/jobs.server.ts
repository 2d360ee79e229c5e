import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { emailChanged, found, newLink } from './mails/links.server.ts'
import { confirmation } from './mails/paid.server.ts'
import { parcel } from './mails/parcel.server.ts'
import { judged, stageMoved } from './mails/stage.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { recheckOrders } from './store/review.server.ts'

export function orderJobs(sellables: Sellables): readonly Job[] {
  return [
    confirmation(sellables),
    parcel,
    stageMoved(sellables),
    judged,
    found,
    newLink,
    emailChanged,
    judgeOrdersAgain,
  ]
}

const judgeOrdersAgain = defineJob({
  name: 'judge-orders-again',
  payload: z.object({ states: z.array(z.string().length(2)).min(1) }),
  limitSeconds: 10 * 60,
  async run(shop, { states }) {
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from
      const { lastId } = await transact(shop, (work) => recheckOrders(work, states, after))
      from = lastId
    }
  },
})
