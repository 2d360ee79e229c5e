let last: Promise<unknown> = Promise.resolve()

/** Runs one task after the other: drawing what is lit takes a processor for a second or two, and visitors need the others. */
export function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task)
  last = result.catch(() => undefined)
  return result
}
