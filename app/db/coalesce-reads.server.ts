import type { Db } from './db.server.ts'

/** The read that is under way, and the one that those who have asked since will share. */
type Reads<Asked, Answer> = { running: Promise<Answer>; next?: { args: Asked; answer: Promise<Answer> } }

/**
 * A read that a crowd shares. The first to ask has it at once; whoever asks for the same while it is under way shares the
 * next one, which begins when it ends. So everybody gets an answer that was read after they had asked, and a thousand at
 * the same moment cost two reads. `keyOf` says what is the same; the shared read is made with what the latest asked.
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
      // Whoever waits goes on; where nobody does, the line is over.
      const end = () => begun.next ?? lines.delete(key)
      running.then(end, end)
      return running
    }

    function goOn(): Promise<Answer> {
      return begin(line?.next?.args ?? args)
    }
  }
}
