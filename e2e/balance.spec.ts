import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { acceptAgreement, fillIn, hold, ownDrop, pay } from './reservation-steps.ts'
import { findMail, makeRefunds, operate, sqlOnShop } from './shop.ts'

// Several pages, commands and mails each: on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 })

/** A reservation whose buyer accepted a final price of $2,499. Gives its order and the buyer's email. */
async function agreed(page: Page) {
  const orderId = await hold(page, await ownDrop(), 6)
  const email = await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 6 is yours' })).toBeVisible()
  await operate('agreement', orderId, '1', '2499', 'Black, 10.3 in', 'Case and two magazines')
  await acceptAgreement(page, orderId)
  await findMail(email, /^Price agreed: Journey/)
  return { orderId, email }
}

test('the buyer gets a balance request, pays it after a declined card, and the reservation moves on', async ({
  verified: page,
}) => {
  const { orderId, email } = await agreed(page)
  const refused = await operate('balance-request', orderId).catch(String)
  expect(refused).toContain('sales tax depends on it')
  const words = await operate('balance-request', orderId, '--county', 'Miami-Dade')
  expect(words).toContain('$2,573.93 is due by')

  const mail = await findMail(email, /^Balance due .*: Journey, number 6 of 50/)
  await page.goto(/http\S+\/orders\/\S+/.exec(mail.text)?.[0] ?? '')
  await expect(page).toHaveURL(new RegExp(`/orders/${orderId}/balance/0$`))
  await expect(page.getByRole('heading', { name: 'Balance due' })).toBeVisible()
  await expect(page.getByText('$2,399.00')).toBeVisible()
  await noSidewaysScroll(page)
  // Without a hand on the mouse.
  await page.getByRole('button', { name: 'Pay $2,573.93' }).focus()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByText('Sales tax: Florida 6%, Miami-Dade 1%')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await noSidewaysScroll(page)
  const payIt = page.getByRole('button', { name: 'Pay $2,573.93' })
  await page.getByRole('checkbox', { name: /I agree to the price shown/ }).check()
  await page.getByRole('radio', { name: /^Test card: declined(?!,)/ }).check()
  await payIt.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment declined' })).toBeVisible()
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await payIt.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await findMail(email, /^Paid: the balance of your order/)
  await findMail(email, /^Balance paid: Journey/)

  await page.goto(`/orders/${orderId}/refund`)
  await expect(page.getByText('Its balance of $2,573.93 is refunded with it.')).toBeVisible()
  await page.getByRole('button', { name: /^Refund \$2,673/ }).click()
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible()
  // The balance is an order of its own, whose refund a job makes.
  const [balance] = await sqlOnShop<{ order_id: string }>(
    `select order_id from balances where reservation_id = $1`,
    [orderId],
  )
  await makeRefunds(balance?.order_id ?? '')
  await expect(async () => {
    await page.goto(`/orders/${orderId}/balance/0`)
    await expect(page.getByRole('heading', { name: 'No longer due' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})
