// The operator's verb for alerts: list open ones, and clear resolved ones.
import { clearAlertById, listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { alertKinds } from '#app/alerts/kinds.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, isNumber, refusedBy, type VerbResult, type Verb } from './operator-verb.ts'

/** The verb by its name. */
export const alertVerbs: Record<string, Verb> = {
  alerts: {
    usage: 'alerts [clear <number>]',
    about: 'open alerts; clear closes a resolved one',
    takes: (args) => args.length === 0 || (args.length === 2 && args[0] === 'clear' && isNumber(args[1])),
    run: (operator, [clear, id = '']) => (clear ? clearOne(operator, Number(id)) : showAlerts(operator)),
  },
}

async function showAlerts({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const open = await listOpenAlerts(paymentCtx.db)
  if (open.length === 0) return done('No alert is open.')
  const rows = open.map(({ id, kind, subject, detail, raisedAt, count }) => [
    String(id),
    formatMoment(raisedAt, timeZone),
    String(count),
    alertKinds[kind].title,
    subject,
    detail,
  ])
  return done(table(['Number', 'Since', 'Times', 'Alert', 'About', 'Seen'], rows))
}

async function clearOne({ act }: Operator, id: number): Promise<VerbResult> {
  const cleared = await act({ verb: 'alerts clear', subject: String(id) }, async (work) =>
    (await clearAlertById(work, id)) ? { ok: true as const } : refuse('alert_not_found'),
  )
  return cleared.ok ? done(`Alert ${id} is cleared.`) : refusedBy(cleared)
}
