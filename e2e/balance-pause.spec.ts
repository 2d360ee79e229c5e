// A review that opens while a balance is due, as the desk and the buyer see it: nothing is paid meanwhile, and its days do not count.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { acceptAgreement, givenReservation } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages, payments and mails each: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 })

test('a correction puts a reservation in review: its balance waits, and is due later by the days of the review', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  const { orderId, email } = await givenReservation(page)
  await signInAs(context, 'manager', { baseURL, name: 'P. Sample' })
  const desk = await context.newPage()

  await open(desk, orderId, 'send_agreement')
  await desk.getByLabel('What is built').fill('Night, 14.5 in')
  await desk.getByLabel('What the price includes').fill('Case and two magazines')
  await desk.getByLabel(/^Final price/).fill('2499')
  await press(desk, 'Send to the buyer')
  await findMail(email, /^Your final price/)
  await acceptAgreement(page, orderId)
  await findMail(email, /^Price agreed/)
  await open(desk, orderId, 'request_balance')
  await desk.getByLabel(/county in Florida/).fill('Miami-Dade')
  await press(desk, 'Ask for the balance')
  const requested = await findMail(email, /^Balance due /)
  const before = dueDay(requested.subject)
  const ledger = desk.getByRole('row', { name: /Balance, with its tax 2,573\.93/ })
  await expect(ledger).toContainText('due')
  await page.goto(`/orders/${orderId}/balance/0`)
  await expect(page.getByRole('definition').filter({ hasText: before })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $2,573.93' })).toBeVisible()

  // The buyer moved: Maryland is reviewed.
  await open(desk, orderId, 'correct_buyer')
  await desk.getByLabel('State of residence').selectOption('MD')
  await press(desk, 'Save correction')
  await findMail(email, /^Your order is in review/)
  await expect(ledger).toContainText('paused')
  await desk.goto('/staff/orders?balance=due')
  await expect(desk.getByRole('row').filter({ hasText: orderId })).toBeVisible()

  // A press on the page that was opened before, and the page as it is now.
  await page.getByRole('button', { name: 'Pay $2,573.93' }).click()
  await expect(page.getByRole('alert')).toContainText('nothing is paid or released until that is decided')
  await expect(page.getByRole('heading', { name: 'Balance on hold' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await expect(page.getByText('Set once the review is decided')).toBeVisible()
  await noSidewaysScroll(page)
  await page.goto(`/orders/${orderId}`)
  await expect(page.getByText(/waits while we review your reservation/)).toBeVisible()
  const sent = await page.request.post(`/orders/${orderId}/balance/0`, {
    form: {},
    headers: { Accept: 'text/html', Origin: baseURL ?? '' },
    maxRedirects: 0,
  })
  expect(sent.status()).toBe(409)

  await open(desk, orderId, 'approve')
  await desk.getByLabel(/^Note, with your name/).fill('Permit seen, copy in the folder.')
  await press(desk, 'Approve')
  const resumed = await findMail(email, /^Review over, balance due /)
  const after = dueDay(resumed.subject)
  expect(Date.parse(after) - Date.parse(before)).toBe((await reviewDays(orderId)) * 86_400_000)
  expect(resumed.text).toContain(`is now due ${after}`)
  await desk.goto(`/staff/orders/${orderId}`)
  await expect(ledger).toContainText('due')

  await page.goto(`/orders/${orderId}/balance/0`)
  await expect(page.getByRole('definition').filter({ hasText: after })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $2,573.93' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
})

/** The day in the subject of an email: `December 9, 2026`. */
const dueDay = (subject: string) => /due (\w+ \d+, \d{4})/.exec(subject)?.[1] ?? ''

/** On how many days of the shop the one review of an order was open: two where it was decided after midnight. */
async function reviewDays(orderId: string): Promise<number> {
  const [row] = await sqlOnShop<{ days: number }>(
    `select (ended_at at time zone 'America/New_York')::date - (opened_at at time zone 'America/New_York')::date + 1 as days
     from order_review_periods where order_id = $1`,
    [orderId],
  )
  return row?.days ?? 0
}

async function open(page: Page, orderId: string, verb: string) {
  await page.goto(`/staff/orders/${orderId}?do=${verb}`)
}

/** Presses the form's button and waits until the form is gone, which says that it was performed. */
async function press(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page).not.toHaveURL(/\?do=/)
}
