import { expect, test } from 'vitest'
import { countdownParts, twoDigits } from './countdown-parts.ts'
import { runClocks } from './run-clocks.ts'

/** A page with one countdown, as far as it is looked at. Its timer runs when it is told to. */
function openPage(until: string) {
  const figures = ['00', '00', '00', '00'].map((textContent) => ({ textContent }))
  const dataset: Record<string, string> = {}
  const timers: { run: () => void; ms: number }[] = []
  const win = {
    document: {
      querySelectorAll: () => [{ dataset: { until }, querySelectorAll: () => figures }],
      documentElement: { dataset },
    },
    setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
  }
  runClocks(win as unknown as Parameters<typeof runClocks>[0], countdownParts, twoDigits)
  return {
    timers,
    figures: () => figures.map(({ textContent }) => textContent).join(':'),
    takeOver: () => void (dataset.hydrated = 'yes'),
  }
}

const hour = 3_600_000

test('a countdown shows what is left by the clock of the device, and looks again within a second', () => {
  const page = openPage(new Date(Date.now() + 49 * hour + 500).toISOString())
  expect(page.figures()).toMatch(/^02:01:00:0[01]$/)
  expect(page.timers).toHaveLength(1)
  expect(page.timers[0]?.ms).toBeGreaterThan(0)
  expect(page.timers[0]?.ms).toBeLessThanOrEqual(1_000)
})

test('a time that is up stays at zero', () => {
  const page = openPage('2026-01-01T00:00:00Z')
  expect(page.figures()).toBe('00:00:00:00')
  expect(page.timers[0]?.ms).toBeGreaterThan(0)
})

test('it leaves off when the page is taken over', () => {
  const page = openPage('2026-01-01T00:00:00Z')
  page.takeOver()
  page.timers.shift()?.run()
  expect(page.timers).toEqual([])
})
