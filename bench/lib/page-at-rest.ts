// What a page does without input.
import { setTimeout as sleep } from 'node:timers/promises'
import { onPhone, type Phone } from './phone.ts'

/** Times in milliseconds from the start of the navigation; `scriptKb` as sent, within ten seconds. */
export type RestFigures = {
  largestPaintMs: number
  /** The total of all long tasks beyond 50 ms each. */
  blockingMs: number
  longestTaskMs: number
  aliveMs: number
  scriptKb: number
}

const watchedMs = 10_000
const longTaskMs = 50

/** Opens a page and observes it for ten seconds. A page not alive by then has `Infinity`. */
export function watchAtRest(on: Phone, url: string): Promise<RestFigures> {
  return onPhone(on, url, 'html', async ({ first, sightings, scriptKb }) => {
    const { at: startedAt } = await first('start')
    await first('first paint')
    await sleep(startedAt + watchedMs - Date.now())
    const tasks = sightings.flatMap((sighting) => (sighting.kind === 'long task' ? [sighting.ms] : []))
    const paints = sightings.flatMap((sighting) => (sighting.kind === 'largest paint' ? [sighting.ms] : []))
    const alive = sightings.find(({ kind }) => kind === 'alive')
    return {
      largestPaintMs: paints.at(-1) ?? Number.NaN,
      blockingMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - longTaskMs), 0),
      longestTaskMs: Math.max(0, ...tasks),
      aliveMs: alive ? alive.at - startedAt : Number.POSITIVE_INFINITY,
      scriptKb: scriptKb(),
    }
  })
}
