// A drop as it sells. A part of a page that `followDrop` marks has its units as letters (`data-units`); what shows them is filled
// anew: words with figures (`data-count`), bars and lines, and the numbers to choose from (`picker.ts`).
import {
  type DropLiveState,
  unitChanges,
  type UnitState,
  unpackUnits,
  changeWords,
  type DropFigures,
  figuresOf,
  fillFigures,
} from '#app/features/drops/rules.ts'
import { tickStates } from '#app/ui/tick-states.ts'

export const unitViews: ((part: HTMLElement) => void)[] = []

/** Shows a newer state in its part of the page. False where the page itself has to change. */
export function show(part: HTMLElement, state: object): boolean {
  const live = state as DropLiveState
  const { status, paused, units: before, house } = part.dataset
  if (live.status !== status || String(live.paused) !== paused) return false
  if (before === undefined || live.units === before) return true
  const units = unpackUnits(live.units)
  // With the last open number its buttons go, and with the first they come back.
  if (status !== 'live' || isAnyOpen(part, units) !== isAnyOpen(part, unpackUnits(before))) return false
  // A number that was sold has no button to come back to.
  if (isBack(part, units, unpackUnits(before))) return false
  part.dataset.units = live.units
  const figures = figuresOf(units, Number(house ?? 0))
  showFigures(part, figures)
  showLines(part, units)
  for (const light of part.querySelectorAll<HTMLElement>('[data-light]')) showLight(light, live)
  const changes = part.querySelector('[data-changes]')
  if (changes) changes.textContent = changeWords(unitChanges(unpackUnits(before), units), figures.open)
  for (const show of unitViews) show(part)
  return true
}

function isAnyOpen(part: HTMLElement, units: readonly UnitState[]): boolean {
  const shown = [...part.querySelectorAll<HTMLInputElement>('.unit > input')]
  return shown.length > 0
    ? shown.some(({ value }) => units[Number(value) - 1] === 'open')
    : units.includes('open')
}

function isBack(part: HTMLElement, units: readonly UnitState[], before: readonly UnitState[]): boolean {
  const grid = part.querySelector('[data-numbers]')
  if (!grid) return false
  const shown = new Set([...grid.querySelectorAll('input')].map(({ value }) => Number(value)))
  return units.some((state, at) => state === 'open' && before[at] === 'taken' && !shown.has(at + 1))
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
}

/** Shortest time between two pictures of the home page, in milliseconds: a rush of sales does not fetch one for each. */
const lightMs = 2_000
let lightTimer = 0

function showLight(picture: HTMLElement, live: DropLiveState): void {
  clearTimeout(lightTimer)
  lightTimer = window.setTimeout(() => {
    for (const name of ['srcset', 'src'])
      for (const place of picture.querySelectorAll(`[${name}]`))
        place.setAttribute(name, drawnAnew(place.getAttribute(name) ?? '', live))
  }, lightMs)
}

/** Pixels are made of a picture that has not changed for a while. */
function drawnAnew(address: string, { units }: DropLiveState): string {
  return address.replace(/\.\w+\?(.*?)[oht]*$/, `.svg?$1${units}`)
}
