/** The work behind it is not stopped. @throws Error when it takes longer. */
export async function withinMs<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${ms} ms.`)), ms)
  })
  promise.catch(() => {}) // it may fail after we have stopped waiting
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
