type Limit = {
  /** How many tasks run at once. */
  maxRunning: number
  /** How many more may wait for their turn. */
  maxWaiting: number
}

/** What a caller gets in place of a result when too many wait already, or when it stopped waiting itself. */
export const busy = Symbol('busy')

/**
 * A semaphore: runs at most `maxRunning` tasks at once, the others in the order they came. Whoever finds `maxWaiting`
 * others waiting is turned away at once, and a task whose `signal` is aborted while it waits is never run.
 */
export function limitConcurrency({ maxRunning, maxWaiting }: Limit) {
  const waiting = new Set<() => void>()
  let running = 0

  return async <Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result | typeof busy> => {
    if (running < maxRunning) running += 1
    else if (waiting.size >= maxWaiting || !(await turn(signal))) return busy
    try {
      return await task()
    } finally {
      release()
    }
  }

  /** Resolves with `true` once a place was handed on, with `false` when the caller stopped waiting before. */
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

  /** Hands the place to whoever waits longest. */
  function release() {
    const [next] = waiting
    if (!next) running -= 1
    else {
      waiting.delete(next)
      next()
    }
  }
}
