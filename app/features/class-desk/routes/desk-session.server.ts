import type { Db } from '#app/db/db.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { type DeskSession, findDeskSession } from '#app/features/courses/store/changes.server.ts'
import {
  classesPath,
  licensesOn,
  formatCertificateCode,
  rosterTotals,
  gapWords,
} from '../../courses/roster.ts'
import { countOf } from '#app/kit/count.ts'
import {
  listEditedCourses,
  listInstructors,
  listCertificateGaps,
  loadRoster,
  findInstructor,
  teaches,
} from '#app/features/courses/store/roster.server.ts'
import { hour } from '#app/kit/clock.ts'
import { dateFormat, formatIsoDay } from '#app/kit/date-format.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { type Session, seatsLeft, certificatePath } from '#app/features/courses/rules.ts'
import { findSession } from '#app/features/courses/store/sessions.server.ts'
import { formatSession } from '#app/features/courses/words.ts'
import type { Student } from '../components/roster-table.tsx'
import { countWaiting } from '#app/features/courses/store/offers.server.ts'
import type { RouterContextProvider } from 'react-router'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { forbidden, requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffMember } from '#app/features/staff/rules.ts'

export function classNotFound() {
  return notFound('No Such Class', {
    text: 'There is no class at this address.',
    link: { to: classesPath, label: 'Classes' },
  })
}

export async function dateChoices(db: Db, today: string) {
  const [courses, instructors] = await Promise.all([listEditedCourses(db), listInstructors(db)])
  return {
    courses: courses
      .filter(({ retiredAt }) => !retiredAt)
      .map(({ slug, name, hours }): [string, string] => [slug, `${name}, ${countOf(hours, 'hour')}`]),
    instructors: [
      ['', 'Not named yet'] as [string, string],
      ...instructors
        .filter(({ retiredAt }) => !retiredAt)
        .map(({ id, name, licenses }): [string, string] => [
          id,
          licensesOn(licenses, today).length > 0 ? name : `${name} (no license in date)`,
        ]),
    ],
  }
}

export function dateValues(session: DeskSession, zone: string) {
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

/** For a member who plans classes or teaches this one. @throws 404 where there is none, 403 where it is somebody else's. */
export async function requireSeats({ db, now }: Shop, id: string, member: StaffMember): Promise<Session> {
  const session = await findSession(db, id, now())
  if (!session) throw classNotFound()
  if (!mayDo(member.role, 'classes.plan') && !(await teaches(db, member.email, id))) throw forbidden()
  return session
}

export function rosterDesk(context: Readonly<RouterContextProvider>) {
  const desk = deskOf(context, requireRight(context, 'classes'))
  return { ...desk, sellables: context.get(sellablesContext) }
}

export async function showRoster(shop: Shop, session: Session, opensOrders: boolean) {
  const { db, timeZone } = shop
  const now = shop.now()
  const [{ rows, unlisted }, gaps, desk, waiting] = await Promise.all([
    loadRoster(db, session),
    listCertificateGaps(db, session.id, timeZone),
    findDeskSession(db, session.id),
    countWaiting(db, session.id),
  ])
  const instructor = desk?.instructorId ? await findInstructor(db, desk.instructorId) : undefined
  const clock = (moment: Date | null) =>
    moment && dateFormat('en-US', { timeStyle: 'short', timeZone }).format(moment)
  return {
    id: session.id,
    course: session.course.name,
    when: formatSession(session, timeZone, now),
    place: session.place,
    instructor: instructor?.name ?? null,
    state: stateOf(session, now),
    free: session.canceledAt ? 0 : seatsLeft(session.seats),
    unlisted,
    totals: rosterTotals(rows),
    waiting,
    students: rows.map((row): Student => {
      const { orderId, seat, name, email, phone, depositCents, balanceCents, balancePaid, isWalkIn } = row
      const gap = gaps.get(orderId)
      return {
        orderId,
        seat,
        name,
        email,
        phone,
        depositCents,
        balanceCents,
        isWalkIn,
        opensOrders,
        marks: {
          checkedIn: clock(row.checkedInAt),
          waiver: clock(row.waiverAt),
          liveFire: clock(row.liveFireAt),
          noShow: clock(row.noShowAt),
        },
        balancePaid: balancePaid && { orderId: balancePaid.orderId, at: clock(balancePaid.paidAt) ?? '' },
        certificate: row.certificate
          ? { code: formatCertificateCode(row.certificate), path: certificatePath(row.certificate) }
          : null,
        gap: gap ? gapWords[gap] : null,
      }
    }),
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
