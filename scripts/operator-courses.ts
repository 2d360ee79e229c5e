// The operator's verbs for classes: listing, adding and canceling dates.
import { transact } from '#app/db/work.server.ts'
import { seatsLeft, type Session } from '#app/features/courses/rules.ts'
import {
  addSession,
  cancelSession,
  settleCanceledSeat,
  listCanceledClassSeats,
} from '#app/features/courses/store/changes.server.ts'
import { listSessions } from '#app/features/courses/store/sessions.server.ts'
import { countWaiting } from '#app/features/courses/store/offers.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, readOptions, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

const one = { type: 'string' } as const
const ofSession = { place: one, seats: one, role: one, closes: one }

/** Verbs by name. */
export const courseVerbs: Record<string, Verb> = {
  sessions: {
    usage: 'sessions',
    about: 'upcoming classes and their seats',
    takes: words(0),
    run: showSessions,
  },
  'add-session': {
    usage:
      'add-session <course> "<date> <time>" [--place ...] [--seats 12] [--role ...] [--closes "<date> <time>"]',
    about: 'adds a class to a course, in the shop’s time zone: 2026-12-05 09:00',
    takes: (args) => readOptions(args, ofSession)?.positionals.length === 2,
    run: addDate,
  },
  'cancel-session': {
    usage: 'cancel-session <id>',
    about: 'cancels a class: closes booking, refunds everybody in full and emails them; safe to repeat',
    takes: words(1),
    run: cancelClass,
  },
}

async function showSessions({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const sessions = await listSessions(paymentCtx.db, paymentCtx.now())
  if (sessions.length === 0) return done('There are no upcoming classes.')
  const rows = await Promise.all(
    sessions.map(async (session) => [
      session.id,
      session.course.name,
      formatMoment(session.startsAt, timeZone),
      seatsOf(session),
      String(await countWaiting(paymentCtx.db, session.id)),
    ]),
  )
  return done(table(['Session', 'Course', 'Begins', 'Taken', 'In line'], rows))
}

function seatsOf({ seats }: Session): string {
  return `${seats.length - seatsLeft(seats)} of ${seats.length}`
}

async function addDate({ act, timeZone }: Operator, args: string[]): Promise<VerbResult> {
  const options = readOptions(args, ofSession)
  const [course = '', typedTime = ''] = options?.positionals ?? []
  const { place, seats, role, closes } = options?.values ?? {}
  const startsAt = momentIn(timeZone, typedTime)
  const cutOffAt = closes === undefined ? undefined : momentIn(timeZone, closes)
  if (!startsAt || (closes !== undefined && !cutOffAt)) return refusedBy({ ok: false, why: 'no_such_moment' })
  const wanted = {
    course,
    startsAt,
    ...(place !== undefined && { place }),
    ...(seats !== undefined && { capacity: Number(seats) }),
    ...(role !== undefined && { role }),
    ...(cutOffAt && { cutOffAt }),
  }
  const what = { verb: 'add-session', subject: course, data: { startsAt: startsAt.toISOString() } }
  const added = await act<{ ok: true; id: string; name: string }>(what, (work) => addSession(work, wanted))
  return added.ok
    ? done(`${added.name} on ${formatMoment(startsAt, timeZone)} can be booked: session ${added.id}.`)
    : refusedBy(added)
}

/** If this command is interrupted, the shop continues within a minute, and so does running the command again. */
async function cancelClass(
  { paymentCtx, act, sellables, timeZone }: Operator,
  [id = '']: string[],
): Promise<VerbResult> {
  const called = await act<{ ok: true; isFirst: boolean; name: string; startsAt: Date }>(
    { verb: 'cancel-session', subject: id },
    (work) => cancelSession(work, id),
  )
  if (!called.ok) return refusedBy(called)
  let cleared = 0
  const seats = (await listCanceledClassSeats(paymentCtx.db)).filter(({ sessionId }) => sessionId === id)
  for (const seat of seats)
    if (await transact(paymentCtx, (work) => settleCanceledSeat(work, sellables, seat))) cleared++
  const rest = seats.length - cleared
  return done(
    [
      `${called.name} on ${formatMoment(called.startsAt, timeZone)} is canceled.`,
      `${cleared} ${cleared === 1 ? 'seat is' : 'seats are'} canceled; refunds start within a minute, and students are emailed.`,
      ...(rest > 0
        ? [`${rest} wait for a payment or refund in progress; the shop finishes them automatically.`]
        : []),
    ].join(' '),
  )
}
