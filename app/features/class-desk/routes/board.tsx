import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status, type StatusKind, UnitLines } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { licenseState, type Session } from '#app/features/courses/rules.ts'
import { countWaiting } from '#app/features/courses/store/offers.server.ts'
import { listEditedCourses, listSessionsFrom } from '#app/features/courses/store/sessions.server.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { formatHour, formatSessionDay } from '#app/features/courses/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { formatCalendarDate, formatIsoDay } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
import { classesPath, rosterPath } from '#app/features/courses/roster.ts'
import type { Route } from './+types/board'

export const handle: StaffHandle = { right: 'classes', title: 'Classes' }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const member = requireRight(context, 'classes')
  const mayPlan = mayDo(member.role, 'classes.plan')
  const now = clock()
  const today = formatIsoDay(now, timeZone)
  const email = mayPlan ? undefined : member.email
  const [courses, sessions, instructors] = await Promise.all([
    listEditedCourses(db),
    listSessionsFrom(db, { from: after(now, -heldMs), email }, now),
    listInstructors(db),
  ])
  const isComing = ({ endsAt }: Session) => endsAt > now
  const show = async (session: Session) => {
    const { id, course, startsAt, endsAt, canceledAt, instructor, seats } = session
    const waiting = await countWaiting(db, id)
    const taken = seats.filter((seat) => seat === 'taken').length
    const isNow = startsAt <= now && endsAt > now
    const words = `${isNow ? 'Now, ' : ''}${taken} of ${seats.length} taken${waiting > 0 ? `, ${waiting} waiting` : ''}`
    return {
      id,
      course: course.name,
      when: `${formatSessionDay(startsAt, timeZone, now)}, ${formatHour(startsAt, timeZone)}`,
      kind: kindOf(session, taken, now),
      words: canceledAt ? 'Canceled' : words,
      seats,
      instructor: instructor?.name,
      isUnnamed: instructor === null && canceledAt === null,
    }
  }
  return {
    mayPlan,
    mayEditCatalog: mayDo(member.role, 'catalog.write'),
    courses: courses.map(({ slug, name, hours, priceCents, depositCents, state }) => ({
      slug,
      name,
      price: `${hours} h, ${formatCents(priceCents)}, deposit ${formatCents(depositCents)}`,
      isRetired: state !== 'visible',
    })),
    coming: await Promise.all(sessions.filter(isComing).map(show)),
    held: await Promise.all(
      sessions
        .filter((session) => !isComing(session))
        .toReversed()
        .map(show),
    ),
    licenses: instructors
      .filter((each) => each.state === 'visible' && (mayPlan || each.email === member.email))
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

const heldMs = 60 * day

function kindOf({ canceledAt, startsAt, endsAt, seats }: Session, taken: number, now: Date): StatusKind {
  if (canceledAt) return 'void'
  if (endsAt <= now) return 'done'
  if (startsAt <= now) return 'live'
  return taken === seats.length ? 'half' : 'sched'
}

export default function ClassBoard({ loaderData }: Route.ComponentProps) {
  const { coming, held, licenses, courses, mayEditCatalog, mayPlan } = loaderData
  const unnamed = coming.filter(({ isUnnamed }) => isUnnamed).length
  return (
    <Sheet
      state={
        <Status kind={licenses.length > 0 ? 'soon' : coming.length > 0 ? 'done' : 'todo'}>
          {`${coming.length} to come`}
        </Status>
      }
      next={unnamed > 0 ? `${unnamed} of the coming classes name no instructor` : undefined}
      action={
        mayPlan && (
          <VerbLink to={`${classesPath}/new`} look="primary">
            Add dates
          </VerbLink>
        )
      }
    >
      {mayEditCatalog && (
        <Section title="Courses">
          <ul className="grid gap-1">
            {courses.map(({ slug, name, price, isRetired }) => (
              <li key={slug} className="flex flex-wrap items-center gap-x-4">
                <a className="con-link" href={`/staff/catalog/courses/${slug}`} data-open="">
                  {name}
                </a>
                <span className="text-muted">{price}</span>
                {isRetired && <Status kind="void">Not taught</Status>}
              </li>
            ))}
          </ul>
          <p className="mt-3 flex flex-wrap gap-3">
            <VerbLink to="/staff/catalog/courses/new">Add course</VerbLink>
            <VerbLink to="/staff/catalog/instructors">Instructors</VerbLink>
          </p>
        </Section>
      )}
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
      <Section item={1} title="Coming">
        {coming.length === 0 ? (
          <EmptyList>
            {mayPlan
              ? 'No class is planned. “Add dates” makes one date, or the same day in several weeks.'
              : 'No class to come names you as its instructor. A manager enters your email under Instructors.'}
          </EmptyList>
        ) : (
          <ClassList classes={coming} />
        )}
      </Section>
      {held.length > 0 && (
        <Section item={2} title="Held" note="the last 60 days">
          <ClassList classes={held} />
        </Section>
      )}
    </Sheet>
  )
}

function ClassList({ classes }: { classes: Route.ComponentProps['loaderData']['coming'] }) {
  return (
    <ul className="divide-y divide-hairline">
      {classes.map(({ id, course, when, kind, words, seats, instructor, isUnnamed }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)] items-center gap-x-4 gap-y-1 py-2 max-md:grid-cols-1"
        >
          <a className="con-link inline-flex min-h-6 items-center" href={rosterPath(id)}>
            {course}
          </a>
          <span className="text-muted">{when}</span>
          <span className="grid gap-1">
            <Status kind={kind}>{words}</Status>
            <UnitLines units={seats} label={words} />
          </span>
          {isUnnamed ? <Status kind="soon">No instructor</Status> : <span>{instructor}</span>}
        </li>
      ))}
    </ul>
  )
}
