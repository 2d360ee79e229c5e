import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { checkGatewayAccess } from './access.server.ts'

export const gatewayJobs = [
  defineJob({
    name: 'check-gateway-access',
    payload: z.object({}),
    every: '*/15 * * * *',
    run: (shop) => checkGatewayAccess(shop),
  }),
] as readonly Job[]
