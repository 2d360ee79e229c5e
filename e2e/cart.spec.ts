import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownAddress, ownDrop } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'

// Several pages, a payment and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const badge = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const subtotal = (page: Page) => page.getByRole('complementary', { name: 'Summary' }).getByRole('status')

const insertPatch = `insert into patches (drop_id, name, price, grants_early_access, available_quantity)
  values ($1, 'Patch of ' || $2::text, 3500, true, $3)`

/** Adds an accessory to the cart by its card, and waits for the drawer. */
async function add(page: Page, product: string) {
  const card = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
  await card.filter({ hasText: product }).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Added to your cart' }).getByText(product)).toBeVisible()
}

/** Fills in a checkout with shipping and pays, with an approved card unless another is named. Ends on the order. */
async function payParcel(page: Page, card = /^Test card: approved(?!,)/): Promise<string> {
  const email = ownAddress()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Street and number').fill('100 Biscayne Blvd')
  await page.getByLabel('City', { exact: true }).fill('Miami')
  await page.getByLabel('State', { exact: true }).selectOption('FL')
  await page.getByLabel('ZIP code', { exact: true }).fill('33132')
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(/\/orders\//)
  return email
}

test('accessories from two tabs share a cart, survive a reload, and are paid in one order', async ({
  verified: page,
  context,
}) => {
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
  await payParcel(page)
  await expect(page.getByText(/Cleaning Kit/).first()).toBeVisible()
  await expect(badge(page, 'Cart')).toBeVisible({ timeout: 20_000 })
})

test('a patch emails a code that opens its drop a day early, once', async ({
  verified: page,
  browserErrors,
  ownDrop,
}) => {
  browserErrors.allow(/409/) // a code that is used is refused
  const drop = await ownDrop()
  await sqlOnShop(
    `update drops set status = 'coming_soon', launch_date = now() + interval '20 hours' where id = $1`,
    [drop.id],
  )
  await sqlOnShop(insertPatch, [drop.id, drop.name, 5])
  await page.goto(`/drops/${drop.slug}`)
  await page.getByRole('button', { name: 'Buy Patch for Early Access' }).click()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  const email = await payParcel(page)
  const mail = await findMail(email, /early-access code/)
  const [code = ''] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){2}/.exec(mail.text) ?? []

  const reserve = async (number: number) => {
    await page.goto(`/drops/${drop.slug}`)
    await page.getByRole('link', { name: `Number ${number}, open with a code` }).click()
    await page.getByLabel('Early-access code').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Hold this number' }).click()
  }
  await reserve(2)
  await expect(page).toHaveURL(/\/checkout\//)
  await reserve(3)
  await expect(page.getByText('This code is in use')).toBeVisible()
})

test('a reservation and a package are paid together', async ({ verified: page }) => {
  const slug = await ownDrop()
  await page.goto(`/drops/${slug}/reserve?number=4`)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'Keep Shopping' }).click()
  await page.goto('/accessories')
  await add(page, 'Bore Cable')
  await page.getByRole('link', { name: 'View Cart' }).click()
  await expect(page.getByText('Number 4 of 50, refundable deposit')).toBeVisible()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('State you live in').selectOption('FL')
  await page.getByLabel('Home ZIP code').fill('33139')
  await payParcel(page)
  for (const text of [/Number 4/, /Bore Cable/]) await expect(page.getByText(text).first()).toBeVisible()
})

test('a payment that timed out empties the cart once it is known, on the page that waits for it', async ({
  verified: page,
}) => {
  await page.goto('/accessories')
  await add(page, 'Bore Cable')
  await page.getByRole('link', { name: 'View Cart' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await payParcel(page, /^Test card: times out after charging/)
  await expect(page.getByRole('heading', { name: 'Waiting for the payment service' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 60_000 })
  await expect(badge(page, 'Cart')).toBeVisible()
})

test('an empty cart says so and offers a next step', async ({ verified: page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await noSidewaysScroll(page)
})

test('an item sold in the meantime is marked, and the rest can be bought', async ({
  verified: page,
  ownDrop,
}) => {
  const drop = await ownDrop()
  const [patch] = await sqlOnShop<{ id: string }>(`${insertPatch} returning id`, [drop.id, drop.name, 2])
  await page.goto(`/drops/${drop.slug}`)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await page.getByRole('button', { name: /^Add one/ }).click()
  await expect(badge(page, 'Cart, 2 items')).toBeVisible()
  await sqlOnShop('update patches set sold_quantity = 1 where id = $1', [patch?.id])
  await page.reload()
  await expect(page.getByText('Only 1 left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled()
  await page.getByRole('button', { name: 'Change to 1' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the cart is filled, changed and checked out by forms', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/accessories?category=maintenance')
    await page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await page.getByRole('button', { name: /^Add one/ }).click()
    await expect(subtotal(page)).toContainText('2 items')
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout\//)
    await page.goto('/cart')
    await page.getByRole('button', { name: /^Remove (?!one)/ }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  })
})
