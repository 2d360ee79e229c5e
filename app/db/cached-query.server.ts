import { second } from '#app/kit/clock.ts'
import type { Db } from './db.server.ts'

/** A read whose answer is kept for a while, for each database of its own. */
export type CachedQuery<Answer> = {
  (db: Db, now: Date): Promise<Answer>
  /** Reads again next time: what it reads has just been changed here. */
  forget: (db: Db) => void
}

/**
 * Keeps the answer of a read that is asked for with every purchase and changes a few times a year: half a minute old
 * is new enough, and costs no round trip. A failed read is not kept.
 */
export function cachedQuery<Answer>(
  read: (db: Db) => Promise<Answer>,
  forMs = 30 * second,
): CachedQuery<Answer> {
  const cache = new WeakMap<Db, { answer: Promise<Answer>; at: number }>()
  const forget = (db: Db) => void cache.delete(db)
  const remember = (db: Db, now: Date) => {
    const known = cache.get(db)
    const age = known ? now.getTime() - known.at : -1
    if (known && age >= 0 && age < forMs) return known.answer
    // A query of the query builder is asked anew each time it is awaited. A promise of its answer is asked once.
    const answer = (async () => read(db))()
    cache.set(db, { answer, at: now.getTime() })
    answer.catch(() => forget(db))
    return answer
  }
  return Object.assign(remember, { forget })
}
