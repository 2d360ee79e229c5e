import type { Db } from '#app/db/db.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { type DeskSession, findDeskSession } from '#app/features/courses/store/change-session.server.ts'
import { listBookings } from '#app/features/courses/store/bookings.server.ts'
import { classesPath } from '../rules.ts'

/** The session of an address. @throws The 404 page for one that there is not. */
export async function requireSession(db: Db, id: string): Promise<DeskSession> {
  const session = await findDeskSession(db, id)
  if (!session)
    throw notFound('No Such Class', {
      text: 'There is no class at this address.',
      link: { to: classesPath, label: 'Classes' },
    })
  return session
}

/** How many students with an order are booked. */
export async function bookedCount(db: Db, sessionId: string): Promise<number> {
  return (await listBookings(db, sessionId)).length
}
