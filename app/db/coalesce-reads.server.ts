import type { Db } from './db.server.ts'

/** The read in progress, and the next one, which all later callers share. */
type Reads<Asked, Answer> = { running: Promise<Answer>; next?: { args: Asked; answer: Promise<Answer> } }

/**
 * Coalesces concurrent reads. The first caller reads at once; callers that come while this read is running share the
 * next one, which begins when it ends. So everybody gets a result read after their call, and a thousand simultaneous
 * calls cost two reads. `keyOf` says which calls are equal; a shared read uses the arguments of the latest caller.
 */
export function coalesceReads<Asked, Answer>(
  read: (db: Db, args: Asked) => Promise<Answer>,
  keyOf: (args: Asked) => string,
): (db: Db, args: Asked) => Promise<Answer> {
  const linesOf = new WeakMap<Db, Map<string, Reads<Asked, Answer>>>()

  return (db, args) => {
    const lines = linesOf.get(db) ?? new Map<string, Reads<Asked, Answer>>()
    linesOf.set(db, lines)
    const key = keyOf(args)
    const line = lines.get(key)
    if (!line) return begin(args)
    if (line.next) line.next.args = args
    else line.next = { args: args, answer: line.running.then(goOn, goOn) }
    return line.next.answer

    function begin(asking: Asked): Promise<Answer> {
      const running = read(db, asking)
      const begun: Reads<Asked, Answer> = { running }
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
