import { Link } from 'react-router'
import { Views } from '#app/features/console/components/bars.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import {
  licenseState,
  monthsAround,
  weeksOf,
  seatsLeft,
  type SeatState,
} from '#app/features/courses/rules.ts'
import {
  type ListedSession,
  listComing,
  listSessionsIn,
} from '#app/features/courses/store/sessions.server.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { formatHour, formatSessionDay } from '#app/features/courses/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { addDays, formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { classesPath, monthOf, rosterPath } from '../../courses/roster.ts'
import type { Route } from './+types/board'
import { UnitLines } from '#app/features/console/components/dimension-line.tsx'
import { Shape, type StatusKind } from '#app/features/console/components/shape.tsx'

export const handle: StaffHandle = { right: 'classes' }

export const meta = () => [{ title: consoleTitle('Classes') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'classes')
  const mayPlan = mayDo(member.role, 'classes.plan')
  const { timeZone } = shop
  const now = shop.now()
  const today = formatIsoDay(now, timeZone)
  const month = monthOf(new URL(request.url).searchParams.get('month'), today)
  const weeks = weeksOf(month)
  const [first, last] = [weeks[0]?.[0] ?? today, weeks.at(-1)?.[6] ?? today]
  const from = momentIn(timeZone, `${first} 00:00`) ?? now
  const to = momentIn(timeZone, `${addDays(last, 1)} 00:00`) ?? now
  const email = mayPlan ? undefined : member.email
  const [sessions, coming, instructors] = await Promise.all([
    listSessionsIn(shop.db, { from, to, email }, now),
    listComing(shop.db, email, now),
    listInstructors(shop.db),
  ])
  return {
    month,
    monthWords: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-15T00:00:00Z`),
    ),
    around: monthsAround(month),
    weeks,
    today,
    mayPlan,
    mayEditCatalog: mayDo(member.role, 'catalog.write'),
    classes: sessions.map((session) => toBoard(session, now, timeZone)),
    // Whatever month is shown, with what is still missing.
    coming: coming.map(({ id, course, startsAt, instructor, waiting, seats }) => ({
      id,
      course: course.name,
      day: formatSessionDay(startsAt, timeZone, now),
      instructor,
      waiting,
      free: seatsLeft(seats),
    })),
    licenses: instructors
      .filter(({ retiredAt, email }) => !retiredAt && (mayPlan || email === member.email))
      .flatMap(({ name, licenses }) =>
        licenses.map((license) => ({
          who: name,
          license: license.name,
          endsOn: license.expiresOn,
          state: licenseState(license.expiresOn, today),
        })),
      )
      .filter(({ state }) => state !== 'good'),
  }
}

function toBoard(session: ListedSession, now: Date, zone: string): BoardClass {
  const { id, course, startsAt, endsAt, canceledAt, seats, waiting } = session
  const taken = seats.filter((seat) => seat === 'taken').length
  const counted = `${taken} of ${seats.length} taken${waiting > 0 ? `, ${waiting} waiting` : ''}`
  return {
    id,
    day: formatIsoDay(startsAt, zone),
    hour: formatHour(startsAt, zone),
    course: course.name,
    seats,
    isCanceled: canceledAt !== null,
    ...(canceledAt
      ? { kind: 'void', words: 'Canceled' }
      : endsAt <= now
        ? { kind: 'done', words: `Held, ${counted}` }
        : startsAt <= now
          ? { kind: 'live', words: `Now, ${counted}` }
          : { kind: taken === seats.length ? 'half' : 'sched', words: counted }),
  }
}

export default function ClassBoard({ loaderData }: Route.ComponentProps) {
  const { month, monthWords, around, weeks, today, classes, coming, licenses, mayEditCatalog } = loaderData
  const { mayPlan } = loaderData
  const unnamed = coming.filter(({ instructor }) => instructor === null).length
  return (
    <Sheet
      title="Classes"
      heading={monthWords}
      state={
        <Status kind={licenses.length > 0 ? 'soon' : classes.length > 0 ? 'done' : 'todo'}>
          {`${classes.length} on this sheet`}
        </Status>
      }
      next={unnamed > 0 ? `${unnamed} of the coming classes name no instructor` : undefined}
      action={
        mayPlan && (
          <VerbLink to={`${classesPath}/new`} look="primary" shortcut="N">
            Add dates
          </VerbLink>
        )
      }
    >
      <Views
        label="Classes"
        views={[
          { key: 'before', name: '← Month before', to: `${classesPath}?month=${around.before}` },
          {
            key: 'today',
            name: 'This month',
            to: classesPath,
            isCurrent: month === today.slice(0, 7),
          },
          { key: 'after', name: 'Month after →', to: `${classesPath}?month=${around.after}` },
          ...(mayEditCatalog
            ? [
                { key: 'courses', name: 'Courses and prices', to: `${classesPath}/courses` },
                { key: 'people', name: 'Instructors', to: `${classesPath}/instructors` },
                { key: 'places', name: 'Places', to: `${classesPath}/places` },
              ]
            : []),
        ]}
      />
      {licenses.length > 0 && (
        <Section title="Licenses that end">
          <ul className="grid gap-1">
            {licenses.map(({ who, license, endsOn, state }) => (
              <li key={`${who} ${license} ${endsOn}`}>
                <Status kind={state === 'ended' ? 'over' : 'soon'} figure={formatCalendarDate(endsOn)}>
                  {who}
                </Status>{' '}
                {license} {state === 'ended' ? 'ended' : 'ends'}: no certificates from then on.
              </li>
            ))}
          </ul>
        </Section>
      )}
      <MonthBoard month={month} weeks={weeks} today={today} classes={classes} />
      <Section title="Coming">
        {coming.length === 0 ? (
          <EmptyList>
            {mayPlan
              ? 'No class is planned. “Add dates” makes one date, or the same day in several weeks.'
              : 'No class to come names you as its instructor. A manager enters your email under Instructors.'}
          </EmptyList>
        ) : (
          <ul className="grid gap-1">
            {coming.map(({ id, course, day, instructor, free, waiting }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4">
                <Link className="con-link inline-flex min-h-6 items-center" to={rosterPath(id)}>
                  {course}
                </Link>
                <span className="text-muted">{day}</span>
                <span className="text-muted">{free === 0 ? 'full' : `${free} free`}</span>
                {waiting > 0 && <span className="text-muted">{waiting} waiting</span>}
                {instructor === null ? <Status kind="soon">No instructor</Status> : <span>{instructor}</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Sheet>
  )
}

type BoardClass = {
  id: string
  /** `2026-12-05`. */
  day: string
  hour: string
  course: string
  kind: StatusKind
  /** What the shape means, with the count of seats: `7 of 12 taken`. */
  words: string
  seats: readonly SeatState[]
  isCanceled: boolean
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const cell = 'min-h-24 min-w-0 border-r border-b border-hairline p-1.5 max-md:min-h-0 max-md:p-3'

/**
 * A month as the live board draws it: days for cells, a line per seat. Phones show the days that have a class, one under the
 * other.
 */
function MonthBoard({
  month,
  weeks,
  today,
  classes,
}: {
  month: string
  weeks: readonly (readonly string[])[]
  today: string
  classes: readonly BoardClass[]
}) {
  return (
    <table className="w-full table-fixed border-collapse max-md:block" data-item={1}>
      <caption className="sr-only">Classes of the month, by day</caption>
      <thead className="max-md:hidden">
        <tr>
          {weekdays.map((name) => (
            <th
              key={name}
              scope="col"
              className="con-label border-r border-b border-hairline px-2 py-1 text-left"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {weeks.map((week) => (
          <tr key={week[0]} className="align-top max-md:block">
            {week.map((day) => {
              const held = classes.filter((each) => each.day === day)
              return (
                <td
                  key={day}
                  className={`${cell} max-md:block ${held.length === 0 ? 'max-md:hidden' : ''} ${day === today ? 'bg-accent-tint' : ''}`}
                >
                  <time
                    dateTime={day}
                    className={`con-code ${day.startsWith(month) ? '' : 'text-faint'}`}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    <span className="md:hidden">{weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} </span>
                    {Number(day.slice(8))}
                  </time>
                  {held.map((each) => (
                    <BoardSlip key={each.id} held={each} />
                  ))}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BoardSlip({ held }: { held: BoardClass }) {
  const { id, hour, course, kind, words, seats, isCanceled } = held
  return (
    <Link to={rosterPath(id)} className="con-slip mt-1" data-open="">
      <span>
        <Shape kind={kind} />
        <span className="con-code">{hour}</span>
      </span>
      <span className={`block text-sm ${isCanceled ? 'text-faint line-through' : ''}`}>{course}</span>
      <UnitLines units={seats} label={words} />
      <span className="block text-xs text-faint">{words}</span>
    </Link>
  )
}
