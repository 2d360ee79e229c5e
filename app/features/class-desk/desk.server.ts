import type { RouterContextProvider } from 'react-router'
import type { CatalogState } from '#app/catalog/rules.ts'
import type { Db } from '#app/db/db.server.ts'
import type { StatusKind } from '#app/features/console/components/status.tsx'
import {
  classesPath,
  formatCertificateCode,
  gapWords,
  licensesOn,
  rosterTotals,
} from '#app/features/courses/roster.ts'
import { certificatePath, type Session, seatsLeft } from '#app/features/courses/rules.ts'
import { countWaiting } from '#app/features/courses/store/offers.server.ts'
import {
  findCertificateCode,
  findCertificateGap,
  listInstructors,
} from '#app/features/courses/store/roster.server.ts'
import {
  type Booking,
  courseSeat,
  findPaidBalance,
  listBookings,
} from '#app/features/courses/store/seats.server.ts'
import { findSession, listEditedCourses } from '#app/features/courses/store/sessions.server.ts'
import { formatSession } from '#app/features/courses/words.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { forbidden, requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffMember } from '#app/features/staff/rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { hour } from '#app/kit/clock.ts'
import { countOf } from '#app/kit/text.ts'
import { dateFormat, formatIsoDay } from '#app/kit/dates.ts'

/** @throws 404 where there is none. */
export async function requireSession({ db, now }: Shop, id = ''): Promise<Session> {
  const session = await findSession(db, id, now())
  if (session) return session
  throw notFound('No Such Class', {
    text: 'There is no class at this address.',
    link: { to: classesPath, label: 'Classes' },
  })
}

/** For a member who plans classes or teaches this one. @throws 404 where there is none, 403 where it is somebody else's. */
export async function requireSeats(shop: Shop, id: string, { role, email }: StaffMember): Promise<Session> {
  const session = await requireSession(shop, id)
  const { instructor } = session
  const isTheirs = instructor?.email === email && instructor.state === 'visible'
  if (!isTheirs && !mayDo(role, 'classes.plan')) throw forbidden()
  return session
}

export function rosterDesk(context: Readonly<RouterContextProvider>) {
  const desk = deskOf(context, requireRight(context, 'classes'))
  return { ...desk, sellables: context.get(sellablesContext) }
}

export async function dateChoices(db: Db, today: string) {
  const [courses, instructors] = await Promise.all([listEditedCourses(db), listInstructors(db)])
  const isKept = ({ state }: { state: CatalogState }) => state === 'visible'
  return {
    courses: courses
      .filter(isKept)
      .map(({ slug, name, hours }): [string, string] => [slug, `${name}, ${countOf(hours, 'hour')}`]),
    instructors: [
      ['', 'Not named yet'] as [string, string],
      ...instructors
        .filter(isKept)
        .map(({ id, name, licenses }): [string, string] => [
          id,
          licensesOn(licenses, today).length > 0 ? name : `${name} (no license in date)`,
        ]),
    ],
  }
}

export function dateValues(session: Session, zone: string) {
  const { course, startsAt, cutOffAt, capacity, place, instructorId } = session
  const clock = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  return {
    course: course.slug,
    day: formatIsoDay(startsAt, zone),
    time: clock.format(startsAt),
    place,
    instructor: instructorId ?? '',
    capacity: String(capacity),
    closes: String(Math.round((startsAt.getTime() - cutOffAt.getTime()) / hour)),
  }
}

type Shown = Pick<Shop, 'db' | 'now' | 'timeZone'>

export async function showRoster(shop: Shown, session: Session, opensOrders: boolean) {
  const { db, timeZone } = shop
  const { id, course, place, instructor, canceledAt, seats } = session
  const now = shop.now()
  const [bookings, waiting] = await Promise.all([listBookings(db, id), countWaiting(db, id)])
  const students = await Promise.all(
    bookings.map(async (booking) => ({ ...(await findStudent(shop, session, booking)), opensOrders })),
  )
  return {
    id,
    course: course.name,
    when: formatSession(session, timeZone, now),
    place,
    instructor: instructor?.name ?? null,
    state: stateOf(session, now),
    free: canceledAt ? 0 : seatsLeft(seats),
    unlisted: Math.max(seats.filter((seat) => seat === 'taken').length - students.length, 0),
    totals: rosterTotals(students),
    waiting,
    students,
  }
}

async function findStudent({ db, timeZone }: Shown, session: Session, booking: Booking) {
  const { orderId, seat } = booking
  const [order, paid, code] = await Promise.all([
    findOrder(db, orderId),
    findPaidBalance(db, orderId),
    findCertificateCode(db, orderId, session.id),
  ])
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  const { balanceCents = 0, isWalkIn = false } = tryParse(courseSeat.parseRef, line?.ref) ?? {}
  const gap = findCertificateGap(session, booking, timeZone)
  const clock = dateFormat('en-US', { timeStyle: 'short', timeZone })
  const at = (moment: Date | null) => moment && clock.format(moment)
  return {
    orderId,
    seat,
    name: order?.buyerName ?? '',
    email: order?.buyerEmail ?? '',
    phone: order?.buyerPhone ?? '',
    balanceCents,
    isWalkIn,
    marks: {
      checkedIn: at(booking.checkedInAt),
      waiver: at(booking.waiverAt),
      liveFire: at(booking.liveFireAt),
      noShow: at(booking.noShowAt),
    },
    balancePaid: paid && { orderId: paid.orderId, at: clock.format(paid.paidAt) },
    certificate: code ? { code: formatCertificateCode(code), path: certificatePath(code) } : null,
    gap: gap && gapWords[gap],
  }
}

function stateOf(
  { canceledAt, startsAt, endsAt, seats }: Session,
  now: Date,
): { kind: StatusKind; words: string } {
  if (canceledAt) return { kind: 'void', words: 'Canceled' }
  if (endsAt <= now) return { kind: 'done', words: 'Held' }
  if (startsAt <= now) return { kind: 'live', words: 'Now' }
  return { kind: 'sched', words: seatsLeft(seats) === 0 ? 'Full' : 'Coming' }
}
