// A drop as it sells. A part of a page that `followDrop` marks has its units as letters (`data-units`); what shows them is filled
// anew: words with figures (`data-count`), bars and lines, the numbers to choose from, the drawings.
import {
  type DropLiveState,
  strokeStates,
  unitChanges,
  type UnitState,
  unpackUnits,
} from '#app/features/drops/rules.ts'
import { artLines } from '#app/features/drops/rules/art-lines.ts'
import { type DropFigures, figuresOf, fillFigures } from '#app/features/drops/rules/following.ts'
import { changeWords } from '#app/features/drops/words.ts'
import { homeArtPath } from '#app/features/pages/rules/home.ts'
import { tickStates } from '#app/ui/tick-states.ts'

/** Shows a newer state in its part of the page. False where the page itself has to change. */
export async function show(part: HTMLElement, state: object): Promise<boolean> {
  const live = state as DropLiveState
  const { status, paused, units: before, house } = part.dataset
  if (live.status !== status || String(live.paused) !== paused) return false
  if (before === undefined || live.units === before) return true
  const units = unpackUnits(live.units)
  // With the last open number its buttons go, and with the first they come back.
  if (status !== 'live' || isAnyOpen(part, units) !== isAnyOpen(part, unpackUnits(before))) return false
  part.dataset.units = live.units
  const figures = figuresOf(units, Number(house ?? 0))
  showFigures(part, figures)
  showLines(part, units)
  for (const light of part.querySelectorAll<HTMLElement>('[data-light]')) showLight(light, live)
  const changes = part.querySelector('[data-changes]')
  if (changes) changes.textContent = changeWords(unitChanges(unpackUnits(before), units), figures.open)
  if (part.querySelector('form#hold')) (await import('./drop-numbers.ts')).showNumbers(part, true)
  else if (part.querySelector('[data-lines]'))
    (await import('./strokes.ts')).showStrokes(part, artLines(strokeStates(status, units)))
  return true
}

/** Whether one of the numbers that a part shows is open; of all numbers, where it shows none to choose from. */
function isAnyOpen(part: HTMLElement, units: readonly UnitState[]): boolean {
  const shown = [...part.querySelectorAll<HTMLInputElement>('.unit > input')]
  return shown.length > 0
    ? shown.some(({ value }) => units[Number(value) - 1] === 'open')
    : units.includes('open')
}

function showFigures(part: HTMLElement, figures: DropFigures): void {
  for (const place of part.querySelectorAll<HTMLElement>('[data-count]')) {
    const { count = '', some } = place.dataset
    place.textContent = fillFigures(count, figures, some as keyof DropFigures | undefined)
  }
  for (const place of part.querySelectorAll<HTMLElement>('[data-count-label]'))
    place.setAttribute('aria-label', fillFigures(place.dataset.countLabel ?? '', figures))
}

function showLines(part: HTMLElement, units: readonly UnitState[]): void {
  const ticks = tickStates(units)
  for (const bar of part.querySelectorAll('.ticks'))
    for (const [at, tick] of [...bar.children].entries()) tick.className = ticks[at] ?? ''
  for (const [at, line] of part.querySelectorAll<HTMLElement>('.con-units > i').entries())
    line.dataset.unit = units[at]
  for (const place of part.querySelectorAll<HTMLElement>('[data-open-from]')) {
    const { openFrom, openTo } = place.dataset
    const open = units.slice(Number(openFrom) - 1, Number(openTo)).filter((state) => state === 'open')
    place.textContent = `${open.length} open`
  }
}

/** Shortest time between two pictures of the home page, in milliseconds: a rush of sales does not fetch one for each. */
const lightMs = 2_000
let lightTimer = 0

function showLight(picture: HTMLElement, live: DropLiveState): void {
  clearTimeout(lightTimer)
  lightTimer = window.setTimeout(() => {
    const slug = picture.dataset.light ?? ''
    picture.querySelector('source')?.setAttribute('srcset', homeArtPath(slug, 'wide', live))
    picture.querySelector('img')?.setAttribute('src', homeArtPath(slug, 'phone', live))
  }, lightMs)
}
