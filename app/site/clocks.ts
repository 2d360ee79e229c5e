// Countdowns (`data-until`, with the server's `data-now`) and hold timers (the same with `data-hold`), by the shop's clock.
import {
  countdownParts,
  secondsLeft,
  twoDigits,
  formatLeft,
  holdAnnouncement,
} from '#app/ui/countdown-parts.ts'
import { readClockOffset } from '#app/ui/server-clock.ts'
import { refresh } from './markup.ts'

/** The page is read anew when a clock ends, again because the server's may be a little behind, and not by everybody at once. */
const refreshDelaysMs = [0, 1_000, 3_000]

export function watch(clock: HTMLElement): void {
  const end = new Date(clock.dataset.until ?? '')
  const loaded = Date.parse(clock.dataset.now ?? '')
  if (!(loaded < end.getTime())) return
  const begun = performance.now()
  const firstSeconds = secondsLeft(end, new Date(loaded))
  let offsetMs: number | undefined
  let timer = 0
  let ended = false
  document.addEventListener('visibilitychange', tick)
  tick()
  void readClockOffset().then((measured) => {
    offsetMs = measured
    tick()
  })

  function tick() {
    clearTimeout(timer)
    if (ended || !clock.isConnected) return document.removeEventListener('visibilitychange', tick)
    if (document.hidden) return
    const now = new Date(offsetMs === undefined ? loaded + performance.now() - begun : Date.now() + offsetMs)
    show(clock, end, now, firstSeconds)
    const leftMs = end.getTime() - now.getTime()
    ended = secondsLeft(end, now) === 0
    // In step with the end, so that the last second is as long as the others.
    if (!ended) timer = window.setTimeout(tick, leftMs % 1_000 || 1_000)
    else for (const delay of refreshDelaysMs) setTimeout(() => void refresh(), delay + Math.random() * 500)
  }
}

function show(clock: HTMLElement, end: Date, now: Date, firstSeconds: number): void {
  if (clock.dataset.hold === undefined) {
    const parts = countdownParts(end, now)
    for (const figure of clock.querySelectorAll<HTMLElement>('[data-figure]'))
      write(figure, twoDigits(parts[figure.dataset.figure as 'days' | 'hours' | 'minutes' | 'seconds']))
    return
  }
  const left = secondsLeft(end, now)
  clock.toggleAttribute('data-late', left <= 60)
  write(clock.querySelector('[role=timer]'), formatLeft(end, now))
  write(clock.querySelector('[role=status]'), holdAnnouncement(left, firstSeconds))
}

function write(place: Element | null, words: string): void {
  if (place && place.textContent !== words) place.textContent = words
}
