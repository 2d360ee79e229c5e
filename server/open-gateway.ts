import type { Logger } from 'pino'
import type { Db } from '#app/db/db.server.ts'
import type { Clock } from '#app/kit/clock.ts'
import { createAuthorizeNetGateway } from '#app/gateway/authorize-net/gateway.server.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { createSandboxGateway } from '#app/gateway/sandbox.server.ts'
import type { Settings } from './env.ts'

export function openGateway(
  { payments, GATEWAY_TIMEOUT_MS: timeoutMs }: Settings,
  { db, now, log, webhookSecret }: { db: Db; now: Clock; log: Logger; webhookSecret: string },
): PaymentGateway {
  switch (payments.gateway) {
    case 'authorize-net':
      return createAuthorizeNetGateway({ account: payments.account, timeoutMs, log, now })
    case 'manual':
      return createManualGateway({ db, now, ...payments })
    case 'sandbox':
      return createSandboxGateway({ db, timeoutMs, now, webhookSecret })
  }
}
