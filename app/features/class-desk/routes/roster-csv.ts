import { recordAudit } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { loadRoster } from '#app/features/courses/store/roster.server.ts'
import { formatCertificateCode, rosterPath } from '#app/features/courses/roster.ts'
import { requireExport } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCsv } from '#app/kit/csv.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { Route } from './+types/roster-csv'
import { requireSeats } from './desk-session.server.ts'

export const handle: StaffHandle = { right: 'export' }

const headings = [
  'Seat',
  'Name',
  'Phone',
  'Email',
  'Order',
  'Waiver',
  'In',
  'Live fire',
  'Hits',
  'No-show',
  'Deposit',
  'Balance',
  'Balance paid',
  'Certificate',
]

/** The roster as CSV. That it was taken is recorded: it holds personal data. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const member = requireExport(context, 'classes', rosterPath(params.session))
  const shop = context.get(shopContext)
  const session = await requireSeats(shop, params.session, member)
  const { rows } = await loadRoster(shop.db, session)
  const { timeZone } = shop
  const at = (moment: Date | null | undefined) => (moment ? formatStamp(moment, timeZone, shop.now()) : '')
  const cells = rows.map((row) => [
    String(row.seat),
    row.name,
    row.phone,
    row.email,
    row.orderId,
    at(row.waiverAt),
    at(row.checkedInAt),
    at(row.liveFireAt),
    row.liveFireScore === null ? '' : String(row.liveFireScore),
    at(row.noShowAt),
    formatCentsExact(row.depositCents),
    formatCentsExact(row.balanceCents),
    at(row.balancePaid?.paidAt),
    row.certificate ? formatCertificateCode(row.certificate) : '',
  ])
  await transact(shop, (work) =>
    recordAudit(work, {
      actor: actorOf(member),
      verb: 'roster-csv',
      subject: session.id,
      data: { rows: rows.length },
    }),
  )
  const name = `roster-${session.course.slug}-${formatIsoDay(session.startsAt, timeZone)}.csv`
  return new Response(formatCsv(headings, cells), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
