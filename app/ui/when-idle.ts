/** Runs a task once the page has nothing else to do. Returns how to call it off. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = requestIdleCallback(task, { timeout: 4_000 })
    return () => cancelIdleCallback(request)
  }
  // Safari has no idle callback.
  const timer = setTimeout(task, 1_200)
  return () => clearTimeout(timer)
}
