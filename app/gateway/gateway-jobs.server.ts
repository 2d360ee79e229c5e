import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { checkGatewayAccess } from './access.server.ts'

/** What payments do outside a request: every quarter of an hour the shop tries whether its keys and rights still hold. */
export const gatewayJobs = [
  defineJob({
    name: 'check-gateway-access',
    payload: z.object({}),
    every: '*/15 * * * *',
    run: (shop) => checkGatewayAccess(shop),
  }),
] as readonly Job[]
