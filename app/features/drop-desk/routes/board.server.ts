import type { Db } from '#app/db/db.server.ts'
import { findMailQueue, type MailQueue } from '#app/mail/mail-queue.server.ts'
import { type Board, findBoard } from '../store.server.ts'

/** The board with the mails of the shop that are on their way. */
export type BoardView = Board & { mails: MailQueue }

/** Reads the board of a drop at a moment, or undefined. */
export async function readBoard(db: Db, slug: string, now: Date): Promise<BoardView | undefined> {
  const [board, mails] = await Promise.all([findBoard(db, slug, now), findMailQueue(db, now)])
  return board && { ...board, mails }
}
