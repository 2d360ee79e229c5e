import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob } from '#app/jobs/job.ts'

const everyMinute = '* * * * *'

/** Work that looks for what is due, every minute and whenever somebody rings, until nothing is left. */
export function pollingJob(name: string, workOff: (shop: Shop, signal?: AbortSignal) => Promise<number>) {
  return defineJob({
    name,
    payload: z.object({}),
    every: everyMinute,
    async run(shop, _payload, signal) {
      let found = 1
      while (found > 0) found = signal?.aborted ? 0 : await workOff(shop, signal)
    },
  })
}
