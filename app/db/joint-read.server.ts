import type { Db } from './db.server.ts'

/** The read that those who wait will share, and what the latest of them asked for. */
type Turn<Asked, Answer> = { asked: Asked; answer: Promise<Answer> }

/**
 * A read that a crowd shares. The first to ask has it at once; whoever asks for the same while it is under way shares the
 * next one, which begins when it ends. So everybody gets an answer that was read after they had asked, and a thousand at
 * the same moment cost two reads. `keyOf` says what is the same; the shared read is made with what the latest asked.
 */
export function jointRead<Asked, Answer>(
  read: (db: Db, asked: Asked) => Promise<Answer>,
  keyOf: (asked: Asked) => string,
): (db: Db, asked: Asked) => Promise<Answer> {
  const underWay = new WeakMap<Db, Map<string, Promise<Answer>>>()
  const waiting = new WeakMap<Db, Map<string, Turn<Asked, Answer>>>()

  function begin(db: Db, key: string, asked: Asked): Promise<Answer> {
    const running = read(db, asked)
    const ofDb = mapOf(underWay, db)
    ofDb.set(key, running)
    const end = () => ofDb.get(key) === running && ofDb.delete(key)
    running.then(end, end)
    return running
  }

  return (db, asked) => {
    const key = keyOf(asked)
    const running = underWay.get(db)?.get(key)
    if (!running) return begin(db, key, asked)
    const turns = mapOf(waiting, db)
    const known = turns.get(key)
    if (known) {
      known.asked = asked
      return known.answer
    }
    const start = () => {
      turns.delete(key)
      return begin(db, key, turn.asked)
    }
    const turn: Turn<Asked, Answer> = { asked, answer: running.then(start, start) }
    turns.set(key, turn)
    return turn.answer
  }
}

function mapOf<Value>(all: WeakMap<Db, Map<string, Value>>, db: Db): Map<string, Value> {
  const known = all.get(db) ?? new Map<string, Value>()
  all.set(db, known)
  return known
}
