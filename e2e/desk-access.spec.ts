// The desks of orders, money, parcels, transfers, messages and people, in every way that WCAG 2.2 AA names, wide and narrow; and
// what a hand without a mouse does there.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { publicCode } from '#app/kit/ids.ts'
import { accessible } from './access-checks.ts'
import { expect, test } from './fixtures.ts'
import { givenReservation } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// axe looks at every element several times: slow on a busy machine.
test.describe.configure({ timeout: 300_000 })

test('everybody can use the sheet of an order with its forms of money', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId } = await givenReservation(page)
  await signInAs(context, 'owner', { baseURL, name: 'O. Sample' })
  await refusedRefund(page, orderId)
  await paidElsewhere(orderId)
  const sheet = `/staff/orders/${orderId}`
  for (const verb of ['', 'retry_refund', 'record_payout', 'settle_tax', 'refund', 'close', 'move_stage'])
    await lookAt(page, verb ? `${sheet}?do=${verb}` : sheet)
  for (const verb of ['approve', 'ask_document', 'send_agreement', 'request_balance', 'correct_buyer'])
    await lookAt(page, `${sheet}?do=${verb}`)
  await lookAt(page, `/staff/transfers/${orderId}/0`)
})

test('everybody can use Today, an empty list, a filter that is edited and the search', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId } = await givenReservation(page)
  await signInAs(context, 'owner', { baseURL, name: 'O. Sample' })
  for (const path of [
    '/staff',
    '/staff?show=mine',
    '/staff?show=snoozed',
    '/staff/orders?q=no-such-buyer',
    `/staff/orders?q=${orderId}&edit=stage`,
    `/staff/search?q=${orderId}`,
  ])
    await lookAt(page, path)

  // What the panel of a filter covers can be seen once it has the focus.
  await page.goto(`/staff/orders?q=${orderId}&edit=stage`)
  const panel = page.locator('details.con-popover[open]')
  await panel.locator('a, button, input').last().focus()
  await page.keyboard.press('Tab')
  await expect(panel).toHaveCount(0)
})

test('everybody can use the pages of money, messages, data requests and the audit log', async ({
  page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/no-such-sheet/)
  const { message, request } = await givenMail()
  await signInAs(context, 'owner', { baseURL, name: 'O. Sample' })
  for (const path of [
    '/staff/money',
    '/staff/money/tax',
    '/staff/inbox',
    `/staff/inbox/messages/${message}`,
    `/staff/inbox/requests/${request}`,
    `/staff/inbox/requests/${request}/deletion`,
    '/staff/audit',
    '/staff/no-such-sheet',
  ])
    await lookAt(page, path)
})

test('everybody can sign in, invite, and look after their account', async ({ page, context, baseURL }) => {
  for (const path of ['/staff/sign-in', '/staff/sign-in/recovery']) await lookAt(page, path)
  await page.goto('/staff/sign-in')
  await page.getByText('Another way in').click()
  await test.step('the other way in', () => accessible(page, { enlarged: 'page' }))
  const { id } = await signInAs(context, 'owner', { baseURL, name: 'O. Sample' })
  await sqlOnShop(
    `insert into staff_sessions (token_hash, member_id, created_at, last_seen_at, signed_in_at, method, device)
     values ($1, $2, now(), now(), now(), 'passkey', 'Firefox on a computer with a long name')`,
    [randomUUID(), id],
  )
  for (const path of ['/staff/people', '/staff/account', '/staff/account/password']) await lookAt(page, path)
  await lookAt(page, '/staff/account/recovery-codes')
  await page.getByRole('button', { name: 'Make new codes' }).press('Enter')
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await test.step('the codes', () => accessible(page, { enlarged: 'page' }))
  await sqlOnShop(
    `update staff_sessions set signed_in_at = now() - interval '11 minutes' where member_id = $1`,
    [id],
  )
  await page.goto('/staff/account/recovery-codes')
  await expect(page).toHaveURL(/\/staff\/again/)
  await test.step('signing in again', () => accessible(page, { enlarged: 'page' }))
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

/** Opens a sheet, makes sure that it is the one that was meant, and looks at it. */
async function lookAt(page: Page, path: string) {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    await accessible(page, { enlarged: 'page' })
  })
}

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

/** A message and a confirmed data request of its sender. */
async function givenMail(): Promise<{ message: string; request: string }> {
  const [message, request] = [publicCode(8), publicCode(8)]
  const email = `asks-${message.toLowerCase()}@example.com`
  await sqlOnShop(
    `insert into contact_messages (id, once_key, kind, first_name, email, subject, message, received_at)
     values ($1, $1, 'message', 'Jordan', $2, 'general', 'Does the barrel ship first?', now() - interval '2 days')`,
    [message, email],
  )
  await sqlOnShop(
    `insert into data_requests (id, kind, email, requested_at, due_at, token_hash, confirmed_at)
     values ($1, 'delete', $2, now(), now() + interval '45 days', $1, now())`,
    [request, email],
  )
  return { message, request }
}
