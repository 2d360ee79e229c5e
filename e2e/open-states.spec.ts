// What a page opens in place is as accessible as the page: each kind of dialog, drawer, menu and disclosure once, on a page that has
// it, and forms that are refused.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { walkOpenStates } from './open-states.ts'
import { axe } from './page-checks.ts'
import { hold, ownDrop } from './reservation-steps.ts'

// Each state is opened, looked at by axe and closed: slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('everybody can use the menus, dialogs and drawers', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(/422/)
  await page.goto('/')
  // On a phone the navigation is a menu, and the drawer of the builder covers the page.
  await somethingOpens(page, 'banner', [laptop, phone])
  await page.goto('/build?platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-10-3')
  await somethingOpens(page, 'main', [phone, laptop])
  // The drawer of the cart, and the dialog of a waitlist.
  for (const address of ['/accessories/oil', '/subscriptions']) {
    await page.goto(address)
    await somethingOpens(page)
  }
})

test('everybody can use what unfolds, and forms that say what is missing', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  // Questions, a table of numbers, a form of fields, a form of choices.
  for (const address of ['/faq', '/vault', '/contact', '/privacy']) {
    await page.goto(address)
    await somethingOpens(page)
  }
  await hold(page, await ownDrop(), 6)
  await somethingOpens(page)
})

test('everybody can use a drop while a number is chosen', async ({ verified: page }) => {
  await page.goto('/drops/guerrilla-vol-1')
  const number = page.getByRole('button', { name: /^Number \d+, open$/ }).last()
  await number.press('Enter')
  await expect(number).toHaveAttribute('aria-pressed', 'true')
  await axe(page)
  await somethingOpens(page)
})

/** Walks through a part of a page at each size, and makes sure that there was something to open. */
async function somethingOpens(page: Page, part: 'banner' | 'main' = 'main', sizes = [laptop]) {
  const walked = page.getByRole(part)
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await walkOpenStates(walked), `${page.url()} at ${size.width} px`).not.toEqual([])
  }
}
