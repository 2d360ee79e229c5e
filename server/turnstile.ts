/** Lets at most `most` tasks go on at once; the others wait their turn in the order they came. */
export function createTurnstile(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let inside = 0

  async function enter() {
    if (inside < most) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve)) // whoever leaves hands the place on
  }

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }

  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
