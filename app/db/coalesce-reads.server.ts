import type { Db } from './db.server.ts'

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
