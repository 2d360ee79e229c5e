import { shopContext } from '#app/http/context.server.ts'
import { formatCsv } from '#app/kit/csv.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { requireRoster } from '../access.server.ts'
import { loadRoster } from '../store/roster.server.ts'
import { formatClock } from '../words/roster.ts'
import type { Route } from './+types/roster-csv'

const headings = ['Seat', 'Name', 'Email', 'Order', 'Deposit', 'Balance', 'Balance paid', 'Checked in']

/** The roster as CSV. */
export async function loader(args: Route.LoaderArgs) {
  const { db, timeZone } = args.context.get(shopContext)
  const session = await requireRoster(args)
  const { rows } = await loadRoster(db, session)
  const at = (moment: Date | null) => (moment ? formatClock(moment, timeZone) : '')
  const cells = rows.map((row) => [
    String(row.seat),
    row.name,
    row.email,
    row.orderId,
    formatCentsExact(row.depositCents),
    formatCentsExact(row.balanceCents),
    at(row.balancePaidAt),
    at(row.checkedInAt),
  ])
  const name = `roster-${session.course.slug}-${formatIsoDay(session.startsAt, timeZone)}.csv`
  return new Response(formatCsv(headings, cells), {
    headers: {
      ...privatePageHeaders,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
