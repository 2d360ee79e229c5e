import { actAs } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import type { AcceptForm } from './input.ts'
import { acceptDifference } from './store/accept.server.ts'

/** Who accepts, and where. */
type Desk = { ctx: AppContext; sellables: Sellables; by: string; actor: string }

/** A member accepts a difference from the payment service, with the amounts that their page showed. Once, and audited. */
export function acceptAtDesk({ ctx, sellables, by, actor }: Desk, { difference, ...seen }: AcceptForm) {
  const data = (accepted: Extract<Awaited<ReturnType<typeof acceptDifference>>, { ok: true }>) => ({
    ...seen,
    kind: accepted.difference.kind,
    recordedAs: accepted.as,
  })
  const act = { verb: 'accept-gateway-difference', subject: String(difference), data }
  return actAs(ctx, actor, act, (work) => acceptDifference(work, sellables, difference, { by, seen }))
}
