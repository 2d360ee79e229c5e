import type { Context } from 'hono'
import { clientAddress, isForwardingIgnored } from '#app/http/client-address.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { openSecurityLog, type SecurityEvent } from '#app/http/limits.server.ts'
import type { Settings } from './env.ts'

type Bindings = { incoming?: { socket?: { remoteAddress?: string } } }
export type Environment = { Bindings: Bindings; Variables: { requestId: string } }
type Handled = Context<Environment>

export function reportRequests(shop: Shop, settings: Settings) {
  const securityLog = openSecurityLog(shop)
  let hasWarned = false

  function addressOf(c: Handled): string {
    const peer = c.env.incoming?.socket?.remoteAddress
    if (settings.isPublic && !hasWarned && isForwardingIgnored(c.req.raw, peer, settings.TRUST_PROXY)) {
      hasWarned = true
      shop.log.warn(
        'A request brought an X-Forwarded-For that TRUST_PROXY does not trust. If the proxy in front of the shop sent it, all visitors share one address and the limits of one.',
      )
    }
    return clientAddress(c.req.raw, peer, settings.TRUST_PROXY)
  }

  function reportOf(c: Handled) {
    return securityLog({ requestId: c.get('requestId'), address: addressOf(c) })
  }

  function reported<Refused extends Response | undefined>(
    c: Handled,
    event: SecurityEvent,
    refused: Refused,
  ): Refused {
    if (refused) reportOf(c)(event)
    return refused
  }

  function logRequest(c: Handled, requestId: string, durationMs: number) {
    const { method, path } = c.req
    // Assets and probes would drown everything else. Queries hold private links: only the path is logged.
    if (path.startsWith('/assets/') || path === '/healthz' || path === '/readyz') return
    const { status } = c.res
    // Nobody read the answer to a request whose visitor left: 499, as nginx says it, and no fault of ours.
    const answered = status >= 500 && c.req.raw.signal.aborted ? 499 : status
    shop.log.info({ requestId, method, path, status: answered, ms: Math.round(durationMs) }, 'request')
  }

  return { addressOf, reportOf, reported, logRequest }
}
