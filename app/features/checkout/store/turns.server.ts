/** How many new claims a process makes at the same time. The other connections are free for those who hold something. */
const maxAtOnce = 5

let running = 0
const waiting: (() => void)[] = []

/** Runs a new claim when its turn comes, first come, first served. Whoever holds something already does not wait here. */
export async function takeTurn<Result>(claim: () => Promise<Result>): Promise<Result> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await claim()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
