// Processes that a measurement started end with it, also when it is interrupted.
import { signals } from '../../scripts/steps.ts'

/** Calls `end` before this process exits on a signal. Returns how to unregister. */
export function endWithUs(end: () => void): () => void {
  const leave = () => {
    end()
    process.exitCode = 1
    // The last handler exits the process: others may have something to end as well.
    setImmediate(() => process.exit())
  }
  for (const signal of signals) process.once(signal, leave)
  return () => {
    for (const signal of signals) process.off(signal, leave)
  }
}
