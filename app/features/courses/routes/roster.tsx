import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { openRoster, requireRoster } from '../access.server.ts'
import { RosterSheet } from '../components/roster-sheet.tsx'
import { rosterTotals } from '../rules/roster.ts'
import '../range-drawing.css'
import '../roster.css'
import { loadRoster } from '../store/roster.server.ts'
import { formatHours, formatSessionDay, zoneWords } from '../words.ts'
import { formatClock, rosterWords } from '../words/roster.ts'
import type { Route } from './+types/roster'

export const headers = () => privatePageHeaders

export const meta = () => [{ title: `${rosterWords.title} | PACo` }, { name: 'robots', content: 'noindex' }]

/** The roster of a class, for its instructor. */
export async function loader(args: Route.LoaderArgs) {
  const key = new URL(args.request.url).searchParams.get('key')
  if (key !== null) return openRoster(args, key)
  const { db, timeZone } = args.context.get(shopContext)
  const session = await requireRoster(args)
  const { rows, unlisted } = await loadRoster(db, session)
  const at = (moment: Date | null) => moment && formatClock(moment, timeZone)
  return {
    sessionId: session.id,
    course: session.course.name,
    day: formatSessionDay(session.startsAt, timeZone),
    hours: `${formatHours(session, timeZone)} ${zoneWords(session.startsAt, timeZone)}`,
    place: session.place,
    seats: session.seats.length,
    isCanceled: session.canceledAt !== null,
    unlisted,
    totals: rosterTotals(rows),
    rows: rows.map(({ checkedInAt, balancePaidAt, ...row }) => ({
      ...row,
      checkedIn: at(checkedInAt),
      balancePaid: at(balancePaidAt),
    })),
  }
}

export default function Roster({ loaderData }: Route.ComponentProps) {
  return <RosterSheet {...loaderData} />
}
