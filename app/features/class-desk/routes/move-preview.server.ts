import type { Shop } from '#app/http/context.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { movedMail } from '#app/features/courses/emails/moved.tsx'
import type { DeskSession } from '#app/features/courses/store/change-session.server.ts'
import { findPlace, placeWords } from '#app/features/courses/store/teaching.server.ts'
import { startOf } from '../flows.server.ts'

type Wanted = { startsAt: Date; endsAt: Date; place: string }

/** When and where a class would be by the form, or undefined where the clock skips the time. */
export async function wantedDate(
  { db, timeZone }: Shop,
  session: DeskSession,
  form: { day: string; time: string; place?: string | undefined },
): Promise<Wanted | undefined> {
  const startsAt = startOf({ timeZone }, form)
  if (!startsAt) return undefined
  const place = form.place ? await findPlace(db, form.place) : undefined
  const isSameTime = startsAt.getTime() === session.startsAt.getTime()
  return {
    startsAt,
    endsAt: isSameTime ? session.endsAt : after(startsAt, session.course.hours * hour),
    place: place ? placeWords(place) : session.place,
  }
}

/** A preview of the mail about a move, by the function that writes it. The links differ for each student. */
export function previewMove({ timeZone }: Shop, session: DeskSession, wanted: Wanted, count: number) {
  const mail = movedMail({
    orderId: 'their order',
    courseName: session.course.name,
    startsAt: wanted.startsAt,
    endsAt: wanted.endsAt,
    location: wanted.place,
    timeZone,
    from: session,
    link: '(the private link of each student)',
    calendar: { google: '(link)', outlook: '(link)' },
  })
  return { count, subject: mail.subject, lines: mail.text.split('\n\n') }
}
