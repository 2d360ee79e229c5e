import { second } from '#app/kit/clock.ts'
import type { Db } from './db.server.ts'

export type CachedQuery<Answer> = {
  (db: Db, now: Date): Promise<Answer>
  forget: (db: Db) => void
}

/** For what every purchase needs and changes a few times a year: half a minute of staleness saves a round trip. A failed query is not cached. */
export function cachedQuery<Answer>(
  read: (db: Db, now: Date) => Promise<Answer>,
  forMs = 30 * second,
): CachedQuery<Answer> {
  const cache = new WeakMap<Db, { answer: Promise<Answer>; at: number }>()
  const forget = (db: Db) => void cache.delete(db)
  const remember = (db: Db, now: Date) => {
    const known = cache.get(db)
    const age = known ? now.getTime() - known.at : -1
    if (known && age >= 0 && age < forMs) return known.answer
    // A query of the query builder runs each time it is awaited; a promise of its result runs it once.
    const answer = (async () => read(db, now))()
    cache.set(db, { answer, at: now.getTime() })
    answer.catch(() => forget(db))
    return answer
  }
  return Object.assign(remember, { forget })
}
