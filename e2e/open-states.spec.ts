// What a page opens in place is as accessible as the page: dialogs, drawers, menus, disclosures, and forms that are refused.
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { walkOpenStates } from './open-states.ts'
import { axe } from './page-checks.ts'
import { hold, ownDrop } from './reservation-steps.ts'

// Each state is opened, looked at by axe and closed: slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

/** One page of each kind that opens something. */
const addresses = [
  '/faq',
  '/learn',
  '/drops/cyber-vol-1',
  '/vault',
  '/build',
  '/small-batch/cyber',
  '/course-registration/scheduling',
  '/accessories/oil',
  '/orders/find',
  '/contact',
  '/contact/quote',
  '/privacy',
  '/subscriptions',
]

for (const address of addresses)
  test(`everybody can use what opens on ${address}`, async ({ verified: page, browserErrors }) => {
    browserErrors.allow(/422/)
    await page.goto(address)
    await somethingOpens(page.getByRole('main'))
  })

test('everybody can use what the header opens', { tag: '@phone' }, async ({ verified: page }) => {
  await page.goto('/')
  await somethingOpens(page.getByRole('banner'))
})

test('everybody can use the parts that the builder opens', { tag: '@phone' }, async ({ verified: page }) => {
  await page.goto('/build?platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-10-3')
  await somethingOpens(page.getByRole('main'))
})

test('everybody can use a drop while a number is chosen', async ({ verified: page }) => {
  await page.goto('/drops/guerrilla-vol-1')
  const number = page.getByRole('button', { name: /^Number \d+, open$/ }).last()
  await number.press('Enter')
  await expect(number).toHaveAttribute('aria-pressed', 'true')
  await axe(page)
  await somethingOpens(page.getByRole('main'))
})

test('everybody can use a checkout that says what is missing', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(/422/)
  await hold(page, await ownDrop(), 6)
  await somethingOpens(page.getByRole('main'))
})

/** Walks through a part of a page, and makes sure that there was something to open. */
async function somethingOpens(part: Locator) {
  expect(await walkOpenStates(part)).not.toEqual([])
}
