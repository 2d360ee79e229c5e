import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { checkLedger } from '#app/features/orders/store/ledger-check.server.ts'
import { sumLedger } from '#app/ledger/sums.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { compareWithGateway } from './flows.server.ts'

/**
 * Once a day the books are held against each other: the gateway's list against the ledger, and the ledger against what
 * orders show. What differs raises alerts; nothing is rewritten.
 */
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
  const sum = defineJob({
    name: 'sum-ledger',
    payload: z.object({}),
    every: '50 * * * *',
    limitSeconds: 10 * 60,
    run: async (shop) => void (await transact(shop, sumLedger)),
  })
  return [compare, check, sum] as Job[]
}
