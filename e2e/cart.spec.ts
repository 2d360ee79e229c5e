// A cart and its checkout with script: a drawer, a badge that all tabs share, what a cut line keeps, and a payment that empties the cart
// once it is known. Without script: app/features/cart/walk.test.ts and app/features/checkout/parcel.test.ts.
import type { Page } from '@playwright/test'
import { brokenLine, expect, pressOffline, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillAddress } from './buyer-steps.ts'

// Several pages and a payment: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const badge = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const subtotal = (page: Page) => page.getByRole('complementary', { name: 'Summary' }).getByRole('status')

/** Adds an accessory to the cart by its card, and waits for the drawer. */
async function add(page: Page, product: string) {
  const card = page.getByRole('main').getByRole('article')
  await card.filter({ hasText: product }).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Added to your cart' }).getByText(product)).toBeVisible()
}

test('accessories from two tabs share a cart, survive a reload, are paid in one order, and leave the cart once the payment is known', async ({
  verified: page,
  context,
}) => {
  await page.goto('/cart')
  await noSidewaysScroll(page)
  const other = await context.newPage()
  await other.goto('/accessories')
  await page.goto('/accessories')
  await add(page, 'Strip Loader')
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Keep Shopping' }).click()
  await expect(badge(other, 'Cart, 1 item')).toBeVisible()
  await add(other, 'Field Cleaning Kit')
  await expect(badge(page, 'Cart, 2 items')).toBeVisible()
  await other.close()

  await badge(page, 'Cart, 2 items').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  const before = await subtotal(page).textContent()
  await page.getByRole('button', { name: /^Add one: .*Loader/ }).click()
  await expect(subtotal(page)).not.toHaveText(before ?? '')
  await expect(badge(page, 'Cart, 3 items')).toBeVisible()
  const shown = await subtotal(page).textContent()
  await page.reload()
  await expect(subtotal(page)).toHaveText(shown ?? '')
  await noSidewaysScroll(page)

  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await fillAddress(page, { city: 'Miami', state: 'FL', zip: '33132' })
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('radio', { name: /^Test card: times out after charging/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for the payment service' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/Cleaning Kit/).first()).toBeVisible()
  await expect(badge(page, 'Cart')).toBeVisible({ timeout: 60_000 })
})

test('a magazine that the state limits is removed, and the rest is bought', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  await page.goto('/accessories')
  const products = page.getByRole('main').getByRole('article')
  await pressOffline(page, products.getByRole('button', { name: 'Add to Cart' }).first())
  for (const product of ['30-Round Magazine', 'Rail Cover Set']) {
    await page.goto('/accessories')
    await add(page, product)
  }
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/\w+\/details/)
  await noSidewaysScroll(page)
  await fillAddress(page, { city: 'Somewhere', state: 'CA', zip: '90210' })
  await pressOffline(page, page.getByRole('button', { name: 'Review and pay' }))
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText(/California does not allow magazines of more than 10 rounds/)).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeDisabled()
  await expect(pay).toHaveAccessibleDescription(/Remove it from the order/)
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: /^Remove this item: 30-Round/ }).click()
  await expect(page.getByText(/California does not allow/)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeFocused()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await noSidewaysScroll(page)
})
