// How long something takes, several times.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './crowd.ts'
import type { MeasuredShop } from './shop-process.ts'

export const medianOf = (values: readonly number[]) => quantile(values, 0.5)

/** The milliseconds of each run, in order, with a pause before each. */
export async function timeRuns(runs: number, work: () => Promise<unknown>, pauseMs = 0): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    await sleep(pauseMs)
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return times
}

/** A whole page as a browser with this cookie gets it. @throws when it is not there, or another one. */
export async function readPage(shop: MeasuredShop, path: string, cookie: string): Promise<string> {
  const response = await fetch(shop.url + path, { headers: { Cookie: cookie } })
  if (response.status !== 200 || !response.url.endsWith(path))
    throw new Error(`${path} answered ${response.status} at ${response.url}`)
  return response.text()
}
