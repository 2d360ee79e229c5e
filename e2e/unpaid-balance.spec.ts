// A balance that stays unpaid: staff ask for it, wait out the days of grace, and release the number with the deposit back.
import { expect, test } from './fixtures.ts'
import { acceptAgreement, fillIn, hold, ownDrop, payToOrder } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages and emails each: slow on a busy machine.
test.describe.configure({ timeout: 300_000 })

test('an unpaid balance is released: the number is on sale again, and the deposit is refunded by policy', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  const slug = await ownDrop()
  const orderId = await hold(page, slug, 8)
  const email = await fillIn(page)
  await payToOrder(page)
  await signInAs(context, 'manager', { baseURL, name: 'U. Sample' })
  const desk = await context.newPage()

  // Price and terms, seen as the buyer will read them before they go.
  await desk.goto(`/staff/orders/${orderId}?do=send_agreement`)
  await desk.getByLabel('What is built').fill('Black, 10.3 in')
  await desk.getByLabel('What the price includes').fill('Case and two magazines')
  await desk.getByLabel(/^Final price in dollars/).fill('2499')
  await desk.getByRole('button', { name: 'Preview the email' }).click()
  const preview = desk.getByRole('region', { name: 'Mail preview' })
  await expect(preview).toContainText(email)
  await expect(preview).toContainText('Your final price')
  await expect(preview).toContainText('$2,499')
  await expect(desk.getByLabel('What is built')).toHaveValue('Black, 10.3 in')
  await desk.getByRole('button', { name: 'Send to the buyer' }).click()
  await findMail(email, /^Your final price: Journey, number 8 of 50/)

  await acceptAgreement(page, orderId)
  await findMail(email, /^Price agreed: Journey/)

  await desk.goto(`/staff/orders/${orderId}?do=request_balance`)
  await desk.getByLabel(/county in Florida/).fill('Miami-Dade')
  // Sent from the keyboard, out of the field that one is in.
  await desk.getByLabel(/county in Florida/).press('Control+Enter')
  await findMail(email, /^Balance due .*: Journey, number 8 of 50/)
  await expect(desk.getByRole('row', { name: /Balance, with its tax 2,573\.93/ })).toBeVisible()

  // Not before the days of grace are over.
  const end = async () => {
    await desk.goto(`/staff/orders/${orderId}?do=close`)
    await desk.getByLabel(/^Why it ends/).selectOption('unpaid')
    await desk.getByLabel(/^What the buyer reads/).fill('We reminded you twice.')
    await desk.getByRole('button', { name: 'End it' }).click()
  }
  await end()
  await expect(desk.getByRole('alert')).toContainText('not before')
  await sqlOnShop(`update balances set due_at = now() - interval '8 days' where reservation_id = $1`, [
    orderId,
  ])
  await desk.goto('/staff')
  await expect(desk.locator(`a[href^="/staff/orders/${orderId}"]`).first()).toBeVisible()
  await end()
  await expect(desk.getByText('Canceled', { exact: false }).first()).toBeVisible()
  const released = await findMail(email, /^Your reservation was released/)
  expect(released.text).toContain('$100.00')
  await findMail(email, /refunded/)

  await page.goto(`/orders/${orderId}/balance/0`)
  await expect(page.getByRole('heading', { name: 'No longer due' })).toBeVisible()
  await page.goto(`/drops/${slug}/reserve?number=8`)
  await expect(page.getByRole('button', { name: 'Hold № 8', exact: true })).toBeVisible()
})
