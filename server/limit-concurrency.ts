type Limit = {
  maxRunning: number
  maxWaiting: number
}

/** What a caller gets instead of a result when too many are waiting, or when it stopped waiting itself. */
export const busy = Symbol('busy')

type Task = {
  signal: AbortSignal
  /** Waits however many do. */
  isPatient?: boolean
  /** When it joined the line, in milliseconds: those who joined before go first, wherever they waited until now. */
  since?: number
}

/** In order of arrival. With `maxWaiting` waiting, the next is refused unless patient. One whose `signal` is aborted while it waits never runs. */
export function limitConcurrency({ maxRunning, maxWaiting }: Limit) {
  const waiting: { since: number; enter: () => void }[] = []
  let running = 0

  return async <Result>(
    task: () => Promise<Result>,
    { signal, isPatient = false, since = Date.now() }: Partial<Task> = {},
  ): Promise<Result | typeof busy> => {
    if (running < maxRunning) running += 1
    else if ((waiting.length >= maxWaiting && !isPatient) || !(await turn(since, signal))) return busy
    try {
      return await task()
    } finally {
      release()
    }
  }

  function turn(since: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      const own = { since, enter }
      const leave = () => {
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        resolve(false)
      }
      if (signal?.aborted) return leave()
      waiting.splice(waiting.findLastIndex((other) => other.since <= since) + 1, 0, own)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  function release() {
    const next = waiting.shift()
    if (next) next.enter()
    else running -= 1
  }
}
