import { recordAudit } from '#app/access/audit.server.ts'
import { type AppContext, transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import type { AcceptForm } from './input.ts'
import { acceptDifference } from './store/accept.server.ts'

/** Who accepts, and where. */
type Desk = { ctx: AppContext; sellables: Sellables; by: string; actor: string }

/** A member accepts a difference from the payment service, with the amounts that their page showed. Once, and audited. */
export function acceptAtDesk({ ctx, sellables, by, actor }: Desk, { difference, ...seen }: AcceptForm) {
  return transact(ctx, async (work) => {
    const accepted = await acceptDifference(work, sellables, difference, { by, seen })
    if (accepted.ok)
      await recordAudit(work, {
        actor,
        verb: 'accept-gateway-difference',
        subject: String(difference),
        data: { ...seen, kind: accepted.difference.kind, recordedAs: accepted.as },
      })
    return accepted
  })
}
