import { desc, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import { orderNotes } from '../tables.ts'

export type OrderNote = typeof orderNotes.$inferSelect

/** Adds a note to an order. The order's history says that there is one, not what it says. */
export async function addNote(work: UnitOfWork, orderId: string, note: { by: string; text: string }) {
  await work.tx.insert(orderNotes).values({ orderId, at: work.now, ...note })
  await addEvent(work, orderId, 'note', { by: note.by })
  return allowed
}

export function listNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  return db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId)).orderBy(desc(orderNotes.id))
}
