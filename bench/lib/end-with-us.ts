// What a measurement has started ends with it, also when somebody ends the measurement.
import { signals } from '../../scripts/steps.ts'

/** Calls `end` when this process is told to end, before it does. Returns how to let go, for whoever has ended it by then. */
export function endWithUs(end: () => void): () => void {
  const leave = () => {
    end()
    process.exitCode = 1
    // The last one to be told leaves: others may have something to end as well.
    setImmediate(() => process.exit())
  }
  for (const signal of signals) process.once(signal, leave)
  return () => {
    for (const signal of signals) process.off(signal, leave)
  }
}
