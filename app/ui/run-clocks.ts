import type { countdownParts, twoDigits } from './countdown-parts.ts'

/**
 * Runs in the browser before the page's script does, and sees nothing outside itself: the countdowns that the server wrote
 * go on, by this device's clock, until the script says that it has taken over.
 */
export function runClocks(
  win: Window & typeof globalThis,
  partsOf: typeof countdownParts,
  write: typeof twoDigits,
) {
  const { document } = win
  const clocks = [...document.querySelectorAll<HTMLElement>('[data-until]')]
  if (clocks.length > 0) tick()

  function tick() {
    const now = new Date()
    for (const clock of clocks) {
      const { days, hours, minutes, seconds } = partsOf(new Date(clock.dataset.until ?? ''), now)
      const figures = [days, hours, minutes, seconds].map(write)
      for (const [place, shown] of clock.querySelectorAll('b').entries())
        if (shown.textContent !== figures[place]) shown.textContent = figures[place] ?? null
    }
    const isTakenOver = 'hydrated' in document.documentElement.dataset
    if (!isTakenOver) win.setTimeout(tick, 1_000 - (now.getTime() % 1_000))
  }
}
