// Somebody on an errand, whose presses, typing, page loads and seconds are counted.
import type { Locator, Page } from '@playwright/test'

/** What an errand does with its hands. `press` is a click or a tap, `enter` the key. */
export type Person = {
  page: Page
  hasScript: boolean
  /** Opens an address, as one that was typed or stood in a mail. */
  open: (address: string) => Promise<void>
  press: (control: Locator) => Promise<void>
  enter: (field: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  choose: (select: Locator, value: string) => Promise<void>
}

/** What an errand took. `pages` counts documents, the first one too; `seconds` holds no time to read, think or type. */
export type Effort = { presses: number; fields: number; pages: number; seconds: number }

/** Runs one errand and counts. A dealer's or a mail program's own presses are not the shop's. */
export async function countEffort(
  page: Page,
  { hasScript, hasTouch }: { hasScript: boolean; hasTouch: boolean },
  run: (person: Person) => Promise<void>,
): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: 0, pages: 0, seconds: 0 }
  const countPage = () => void effort.pages++
  page.on('domcontentloaded', countPage)
  const startedAt = Date.now()
  await run({
    page,
    hasScript,
    open: (address) => openPage(page, address),
    async press(control) {
      effort.presses++
      await (hasTouch ? control.tap() : control.click())
    },
    async enter(field) {
      effort.presses++
      await field.press('Enter')
    },
    async type(field, text) {
      effort.fields++
      await field.fill(text)
    },
    async choose(select, value) {
      effort.fields++
      await select.selectOption(value)
    },
  })
  effort.seconds = (Date.now() - startedAt) / 1_000
  page.off('domcontentloaded', countPage)
  return effort
}

/** Goes on as soon as the document is there: a person does not wait for its pictures. */
export async function openPage(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
}
