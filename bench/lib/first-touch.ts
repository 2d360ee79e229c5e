// The result of a touch, this long after a page's first paint.
import { setTimeout as sleep } from 'node:timers/promises'
import { onPhone, type Phone, type PhonePage } from './phone.ts'
import type { Control } from './visit-pages.ts'

/** When a control is touched: seconds after the first paint, or on a page that is long alive. */
export type Moment = number | 'long alive'

/** What a visitor sees of a touch. */
export type Touch = {
  /** The final URL and content of the page. */
  result: string
  /** The time from the touch until the final result; NaN where nothing changed. */
  ms: number
}

const longAliveMs = 2_000
const findLimitMs = 10_000
/** A result counts once it has been stable for this long on a page that is alive. */
const quietMs = 3_000
/** If nothing has changed by then, nothing will. */
const settleLimitMs = 20_000

/** Opens a page, touches one control, and waits for the result. */
export function touch(on: Phone, url: string, control: Control, moment: Moment): Promise<Touch> {
  return onPhone(on, url, control.result, async (phone) => {
    const { at: firstPaint } = await phone.first('first paint')
    if (moment === 'long alive') {
      await phone.first('alive')
      await sleep(longAliveMs)
    }
    const target = await aim(phone, control).catch(() => undefined)
    if (!target) return { result: 'the control is not there', ms: Number.NaN }
    if (moment !== 'long alive') await sleep(Math.max(0, firstPaint + moment * 1_000 - Date.now()))
    const startedAt = await act(phone, control, target, on.isLaptop === true)
    return settled(phone, startedAt)
  })
}

type Point = { x: number; y: number }

/** Scrolls to a control and finds its center. */
async function aim({ page }: PhonePage, { control }: Control): Promise<Point> {
  const find = async (element: Element) => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const middle = () => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    // Content that scrolls into view may differ in height from its reserved space.
    for (let tries = 0; tries < 10; tries++) {
      const { y } = middle()
      const isOnScreen = y > 0 && y < innerHeight - 100
      if (!isOnScreen) element.scrollIntoView({ block: 'center', behavior: 'instant' })
      await nextFrame()
      await nextFrame()
      if (isOnScreen && middle().y === y) break
    }
    return middle()
  }
  return page.locator(control).evaluate(find, undefined, { timeout: findLimitMs })
}

/** Returns the wall-clock time of the decisive input, in milliseconds. */
async function act(
  { page, session }: PhonePage,
  { act, control, value = '' }: Control,
  target: Point,
  hasMouse: boolean,
) {
  if (act === 'choose') {
    const startedAt = Date.now()
    await page.locator(control).selectOption(value)
    return startedAt
  }
  const touchedAt = Date.now()
  if (hasMouse) await page.mouse.click(target.x, target.y)
  else
    await Promise.all([
      session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [target] }),
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ])
  if (act === 'tap') return touchedAt
  const startedAt = Date.now()
  await session.send('Input.insertText', { text: value })
  return startedAt
}

/** Waits until the page is alive and its result is stable. */
async function settled({ sightings }: PhonePage, startedAt: number): Promise<Touch> {
  for (;;) {
    await sleep(100)
    const results = sightings.filter((sighting) => sighting.kind === 'result')
    const last = results.at(-1)
    const startOfDocument = sightings.findLast(({ kind }) => kind === 'start')?.at ?? 0
    const aliveAt = sightings.findLast(({ kind }) => kind === 'alive')?.at ?? 0
    const isAlive = aliveAt >= startOfDocument
    const hasChanged = last && last.at >= startedAt
    const isQuiet = isAlive && hasChanged && Date.now() - Math.max(last.at, aliveAt) > quietMs
    if (isQuiet || Date.now() - startedAt > settleLimitMs)
      return { result: withoutCodes(last?.text ?? ''), ms: hasChanged ? last.at - startedAt : Number.NaN }
  }
}

/** Masks order codes and held numbers, which differ between visits. */
function withoutCodes(result: string): string {
  return result
    .replaceAll(/(?<=\/)[0-9A-Z]{8,}\b|[0-9a-f]{8}-[0-9a-f-]{27}/g, '(code)')
    .replaceAll(/(?<=number )\d+/gi, '(number)')
}
