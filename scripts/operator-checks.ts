// The operator's list of open orders that the state rules refuse or flag.
import { listChecks } from '#app/features/orders/store/recheck-orders.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, type VerbResult, type Verb } from './operator-verb.ts'

/** Orders that need review. */
export const checks: Verb = {
  usage: 'checks',
  about: 'open orders that the state rules refuse or that need review, also after a rule change',
  takes: (args) => args.length === 0,
  run: showChecks,
}

async function showChecks({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const checks = await listChecks(paymentCtx.db)
  if (checks.length === 0) return done('The state rules allow every open order.')
  const rows = checks.map(({ id, state, buyerState, dealerState, shipState, verdict, createdAt }) => [
    id,
    state,
    verdict?.outcome ?? '',
    formatMoment(createdAt, timeZone),
    [buyerState, dealerState && `dealer ${dealerState}`, shipState && `to ${shipState}`]
      .filter(Boolean)
      .join(', '),
    (verdict?.reasons ?? [])
      .map(
        ({ rule, status, cites }) => `${rule} ${status} (${cites ? `${cites.id} v${cites.version}` : '?'})`,
      )
      .join(', '),
  ])
  return done(table(['Order', 'State', 'Rules say', 'Started', 'Where', 'Why'], rows))
}
