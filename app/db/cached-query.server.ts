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

/** The read in progress, and the next one, which all later callers share. */
type Reads<Args, Answer> = { running: Promise<Answer>; next?: { args: Args; answer: Promise<Answer> } }

/** Callers during a read share the next one, so everybody reads after their call and a thousand calls cost two reads. The latest caller's arguments count. */
export function coalesceReads<Args, Answer>(
  read: (db: Db, args: Args) => Promise<Answer>,
  keyOf: (args: Args) => string,
): (db: Db, args: Args) => Promise<Answer> {
  const linesOf = new WeakMap<Db, Map<string, Reads<Args, Answer>>>()

  return (db, args) => {
    const lines = linesOf.get(db) ?? new Map<string, Reads<Args, Answer>>()
    linesOf.set(db, lines)
    const key = keyOf(args)
    const line = lines.get(key)
    if (!line) return begin(args)
    if (line.next) line.next.args = args
    else line.next = { args: args, answer: line.running.then(goOn, goOn) }
    return line.next.answer

    function begin(latest: Args): Promise<Answer> {
      const running = read(db, latest)
      const begun: Reads<Args, Answer> = { running }
      lines.set(key, begun)
      // Waiting callers get the next read; without any, this key is done.
      const end = () => begun.next ?? lines.delete(key)
      running.then(end, end)
      return running
    }

    function goOn(): Promise<Answer> {
      return begin(line?.next?.args ?? args)
    }
  }
}
