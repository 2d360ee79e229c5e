// Somebody on an errand in a browser, whose presses, typing, page loads and seconds are counted.
import { expect as anyExpect, type Locator, type Page } from '@playwright/test'
import type { Part, Person } from './errands.ts'
import { findMail } from '../../e2e/shop.ts'

/** Waits longer than usual: the benchmark's phone is slow. */
const expect = anyExpect.configure({ timeout: 60_000 })

/** What an errand took. `pages` counts documents, the first one too; `seconds` holds no time to read, think or type. */
type Effort = { presses: number; fields: number; pages: number; seconds: number }

type Means = { hasScript: boolean; hasTouch: boolean }

/** Runs one errand and counts. A dealer's or a mail program's own presses are not the shop's. */
export async function countEffort(
  page: Page,
  means: Means,
  run: (person: Person) => Promise<void>,
): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: 0, pages: 0, seconds: 0 }
  const countPage = () => void effort.pages++
  page.on('domcontentloaded', countPage)
  const startedAt = Date.now()
  await run(personAt(page, means, effort))
  effort.seconds = (Date.now() - startedAt) / 1_000
  page.off('domcontentloaded', countPage)
  return effort
}

/** A person at a page, who counts into `effort`. */
export function personAt(
  page: Page,
  { hasScript, hasTouch }: Means,
  effort: Pick<Effort, 'presses' | 'fields'> = { presses: 0, fields: 0 },
): Person {
  async function press(control: Locator) {
    // The groups of a phone's foot are closed: what is in one is reached through its name.
    await control.waitFor({ state: 'attached' })
    const group = control.locator('xpath=ancestor::details[not(@open)]/summary')
    if (await group.isVisible()) {
      effort.presses++
      await group.tap()
    }
    effort.presses++
    await (hasTouch ? control.tap() : control.click())
  }
  async function type(label: RegExp, text: string) {
    effort.fields++
    await field(label).fill(text)
  }
  const field = (label: RegExp) => page.getByLabel(label).and(page.locator('input, select, textarea')).first()
  return {
    hasScript,
    type,
    open: (address) => openPage(page, address),
    async press({ role, name, in: part, isLast = false }) {
      const includeHidden = part?.role === 'contentinfo'
      const named = (part ? partOf(page, part) : page).getByRole(role, name && { name, includeHidden })
      await named.first().waitFor({ state: 'attached' })
      // The foot of a wide page has its own links beside those of a phone.
      const shown = named.filter({ visible: true })
      const found = (await shown.count()) > 0 ? shown : named
      await press(isLast ? found.last() : found.first())
    },
    async enter(label, text) {
      await type(label, text)
      effort.presses++
      await field(label).press('Enter')
    },
    async choose(label, value) {
      effort.fields++
      await field(label).selectOption(value)
    },
    sees: (words, part) => expect((part ? partOf(page, part) : page).getByText(words).first()).toBeVisible(),
    isAt: (path) => expect.poll(() => new URL(page.url()).pathname, { timeout: 60_000 }).toMatch(path),
    async toCart() {
      const drawer = page.getByRole('dialog', { name: 'Added to your cart' })
      const cart = page.getByRole('heading', { level: 1, name: 'Cart' })
      await expect(drawer.or(cart)).toBeVisible()
      if (await drawer.isVisible()) await press(drawer.getByRole('link', { name: /cart|checkout/i }).first())
      await expect(cart).toBeVisible()
    },
    forgetCart: () => page.context().clearCookies({ name: 'paco-cart' }),
    async mailedLink(to, subject, link) {
      const addresses = (await findMail(to, subject)).text.match(/http\S+/g) ?? []
      return addresses.find((address) => link.test(address)) ?? ''
    },
  }
}

function partOf(page: Page, { role, name, says, in: around }: Part): Locator {
  const found = (around ? partOf(page, around) : page).getByRole(role, name && { name })
  return (says ? found.filter({ hasText: says }) : found).first()
}

/** Goes on as soon as the document is there: a person does not wait for its pictures. */
async function openPage(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
}
