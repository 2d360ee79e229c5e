// The order sheet behind the counter: one order whole, and what staff do with it.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { givenReservation } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

test('staff note, correct, send a link and refund, each once', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/)
  const { orderId, email } = await givenReservation(page)
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })
  await page.goto(`/staff/orders/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Jordan Buyer')
  await noSidewaysScroll(page)

  await page.getByRole('link', { name: 'Add a note' }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Write the note')).toBeVisible()
  await page.getByLabel(/^Note, with your name/).fill('Called: will pick it up in spring.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Called: will pick it up in spring.')).toBeVisible()

  await page.getByRole('link', { name: 'Send the private link again' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await findMail(email, /link/i)

  await page.getByRole('link', { name: 'Refund all, a line or an amount' }).click()
  await page.getByLabel('Reason').fill('Asked on the phone')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('Refund to the card')).toBeVisible()
  await expect(page.getByText('Opens when the order is paid.').first()).toBeVisible()
  await findMail(email, /refund/i)
})

test('the second of two people sees what the first did, and loses nothing typed', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  const { orderId } = await givenReservation(page)
  await signInAs(context, 'desk', { baseURL, name: 'D. Sample' })
  await page.goto(`/staff/orders/${orderId}?do=note`)
  await page.getByLabel(/^Note, with your name/).fill('Half a thought')
  const other = await context.newPage()
  await other.goto(`/staff/orders/${orderId}?do=end_links`)
  await other.getByRole('button', { name: 'End links' }).click()
  await expect(other.getByText('Private links ended')).toBeVisible()
  await page.getByRole('button', { name: 'Add note' }).click()
  // It may as well be their own other tab.
  await expect(page.getByRole('alert')).toContainText(
    /^This order has changed since you loaded it:\s*Private links ended/,
  )
  await expect(page.getByLabel(/^Note, with your name/)).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Half a thought' })).toBeVisible()
})

test('the sheet of an order works without script', async ({ browser, verified: page, baseURL }) => {
  const { orderId } = await givenReservation(page)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await signInAs(context, 'desk', { baseURL })
  const plain = await context.newPage()
  await plain.goto(`/staff/orders/${orderId}?do=note`)
  await plain.getByLabel(/^Note, with your name/).fill('Without script')
  await plain.getByRole('button', { name: 'Add note' }).click()
  await expect(plain.getByText('Without script')).toBeVisible()
  await context.close()
})

test('a refused refund is tried again and a tax difference settled with the keyboard alone', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId, email } = await givenReservation(page)
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })
  await refusedRefund(page, orderId)
  await page.goto('/staff')
  await page
    .getByRole('link', { name: /Refund refused/ })
    .first()
    .waitFor()

  await page.goto(`/staff/orders/${orderId}`)
  await page.getByRole('link', { name: 'Try a refused refund again' }).press('Enter')
  await page.getByLabel('Refused refund', { exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(/\?do=/)
  await findMail(email, /refunded/i)
  await page.reload()
  await expect(page.getByRole('row', { name: /Held today/ })).toContainText('0.00')

  await paidElsewhere(orderId)
  await page.goto(`/staff/orders/${orderId}`)
  await page.getByRole('link', { name: 'Settle a sales tax difference' }).press('Enter')
  const how = page.getByLabel(/^How it was settled/)
  await how.focus()
  await page.keyboard.type('Refunded by check 1042')
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(/\?do=/)
  await expect(page.getByText(/Refunded by check 1042/).first()).toBeVisible()
})

test('what the panel of a filter covers is seen once it has the focus', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  await page.goto('/staff/orders?edit=stage')
  const panel = page.locator('details.con-popover[open]')
  await panel.locator('a, button, input').last().focus()
  await page.keyboard.press('Tab')
  await expect(panel).toHaveCount(0)
})

/** A balance that was paid before its dealer moved to a place with another tax. */
async function paidElsewhere(orderId: string) {
  await sqlOnShop(
    `insert into balances (id, reservation_id, position, state, title, detail, price_cents, deposit_cents, amount_cents,
       tax_cents, tax_label, tax_state, tax_county, tax_difference_cents, tax_differs_since, requested_at, requested_by, due_at,
       remind_from, order_id)
     values ($1, $2, 0, 'paid', 'Balance', 'Journey', 249900, 10000, 239900, 17493, 'Florida 6%, Miami-Dade 1%', 'FL',
       'Miami-Dade', -2499, now(), now(), 'sam', now() + interval '14 days', now(), $2)`,
    [`B${orderId}`, orderId],
  )
}

/** Refunds the deposit by check; then the refund is one that the card network refused. */
async function refusedRefund(page: Page, orderId: string) {
  await page.goto(`/staff/orders/${orderId}?do=refund`)
  await page.getByLabel('Paid back').selectOption('check')
  await page.getByLabel('Reason').fill('Asked on the phone')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page).not.toHaveURL(/\?do=/)
  await sqlOnShop(
    `update refunds set state = 'refused', refusal = 'The card was closed.' where order_id = $1`,
    [orderId],
  )
}
