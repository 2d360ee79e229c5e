// The order sheet behind the counter: one order whole, and what staff do with it.
import { expect, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'
import { givenReservation } from './reservation-steps.ts'
import { findMail } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

test('staff note, correct, send a link and refund, each once', { tag: '@phone' }, async ({
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
  await axe(page)
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
  await axe(page)
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
