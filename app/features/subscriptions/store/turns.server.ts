import { and, eq } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { isNextTurn, type Topic, toldPerFree } from '../rules.ts'
import { lineTurns } from '../tables.ts'
import { type Announcement, announceTo } from './announce.server.ts'
import { listInLine } from './line.server.ts'

/**
 * Tells the next in a line that something is free: a few for each thing, and an hour later, if it still is, the next
 * few. Safe to call as often as one likes, and from several processes. Says whether anybody was told.
 */
export async function offerToLine(
  work: Work,
  topic: Topic,
  free: number,
  offer: Announcement,
): Promise<boolean> {
  const { tx, now } = work
  const [last] = await tx.select().from(lineTurns).where(eq(lineTurns.topic, topic)).for('update')
  const isRunning = last !== undefined && !last.isOver
  if (isRunning && !isNextTurn(last.toldAt, now)) return false
  const next = await listInLine(tx, topic, free * toldPerFree, isRunning ? last.toldUpTo : 0)
  const [from, to] = [next[0]?.position, next.at(-1)?.position]
  if (from === undefined || to === undefined) return false
  const told = { turn: (last?.turn ?? 0) + 1, toldAt: now, toldUpTo: to, isOver: false }
  const occasion = `${offer.occasion}, turn ${told.turn}`
  // Two processes may find a line that was never told anything: the occasion lets one of them through.
  if (!(await announceTo(work, topic, { ...offer, occasion }, { after: from - 1, upTo: to }))) return false
  await tx
    .insert(lineTurns)
    .values({ topic, ...told })
    .onConflictDoUpdate({ target: lineTurns.topic, set: told })
  return true
}

/** Notes that nothing is free any more. Safe to repeat. */
export async function endTurns({ tx }: Work, topic: Topic): Promise<void> {
  await tx
    .update(lineTurns)
    .set({ isOver: true })
    .where(and(eq(lineTurns.topic, topic), eq(lineTurns.isOver, false)))
}
