type Limit = {
  maxRunning: number
  maxWaiting: number
}

/** What a caller gets instead of a result when too many are waiting, or when it stopped waiting itself. */
export const busy = Symbol('busy')

type Task = { signal: AbortSignal /** Waits however many do. */; isPatient?: boolean }

/**
 * A semaphore: runs at most `maxRunning` tasks at once, the others in order of arrival. When `maxWaiting` tasks are
 * waiting, the next is refused at once unless it is patient. A task whose `signal` is aborted while it waits never runs.
 */
export function limitConcurrency({ maxRunning, maxWaiting }: Limit) {
  const waiting = new Set<() => void>()
  let running = 0

  return async <Result>(
    task: () => Promise<Result>,
    { signal, isPatient = false }: Partial<Task> = {},
  ): Promise<Result | typeof busy> => {
    if (running < maxRunning) running += 1
    else if ((waiting.size >= maxWaiting && !isPatient) || !(await turn(signal))) return busy
    try {
      return await task()
    } finally {
      release()
    }
  }

  function turn(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = () => {
        waiting.delete(enter)
        resolve(false)
      }
      if (signal?.aborted) return leave()
      waiting.add(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  function release() {
    const [next] = waiting
    if (!next) running -= 1
    else {
      waiting.delete(next)
      next()
    }
  }
}
