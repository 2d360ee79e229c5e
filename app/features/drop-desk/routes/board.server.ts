import type { Db } from '#app/db/db.server.ts'
import { findMailQueue, type MailQueue } from '#app/mail/mail-queue.server.ts'
import { minute } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Board, findBoard } from '../store.server.ts'

/** The board with the mails of the shop that are on their way. */
export type BoardView = Board & { mails: MailQueue }

/** Reads the board of a drop at a moment, or undefined. */
export async function readBoard(db: Db, slug: string, now: Date): Promise<BoardView | undefined> {
  const [board, mails] = await Promise.all([findBoard(db, slug, now), findMailQueue(db, now)])
  return board && { ...board, mails }
}

/** What the stream says of a board: only that it changed. The page is then read anew. Its minutes change with the clock. */
export async function readBoardChange(db: Db, slug: string, now: Date) {
  const board = await readBoard(db, slug, now)
  if (!board) return undefined
  return { board: fingerprint(JSON.stringify({ ...board, at: Math.floor(now.getTime() / minute) })) }
}
