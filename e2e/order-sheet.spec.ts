// The order sheet where it is more than forms: by the keyboard alone, and on a tablet.
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ownDrop, reserve } from './buyer-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { keysAct, signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('a refund is made, tried again and a tax difference settled with the keyboard alone, on a sheet that fits a tablet', async ({
  verified: page,
  context,
}) => {
  const { orderId, email } = await reserve(page, await ownDrop(), 7)
  await signInAs(context, 'manager', { name: 'M. Sample' })
  await page.setViewportSize({ width: 740, height: 900 })
  await page.goto(`/staff/orders/${orderId}`)
  const block = page.getByRole('contentinfo', { name: 'Title block' })
  for (const part of [block, ...(await block.getByRole('definition').all())])
    expect(await tooWide(part), await part.innerText()).toBeLessThanOrEqual(1)

  await page.setViewportSize({ width: 1280, height: 900 })
  await keysAct(page)
  await page.getByRole('link', { name: 'Refund all, a line or an amount' }).press('Enter')
  await page.waitForURL(/\?do=/)
  // A form that opens shows its buttons.
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeInViewport({ ratio: 1 })
  await keysAct(page)
  await page.getByLabel('Paid back').selectOption('check')
  const reason = page.getByLabel('Reason')
  await reason.fill('Asked on the phone')
  // The email is shown from what is typed, which stays.
  await page.getByRole('button', { name: 'Preview the email' }).press('Enter')
  await expect(page.locator('[data-focus]')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Mail preview' })).toContainText(/check/)
  await expect(reason).toHaveValue('Asked on the phone')
  await reason.focus()
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(/\?do=/)
  // The card network refused it.
  await sqlOnShop(
    `update refunds set state = 'refused', refusal = 'The card was closed.' where order_id = $1`,
    [orderId],
  )
  await page.goto('/staff')
  await expect(page.getByRole('link', { name: /Refund refused/ }).first()).toBeVisible()

  await page.goto(`/staff/orders/${orderId}`)
  await page.getByRole('link', { name: 'Try a refused refund again' }).press('Enter')
  await page.waitForURL(/\?do=/)
  await keysAct(page)
  await page.getByLabel('Refused refund', { exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(/\?do=/)
  await findMail(email, /refunded/i)
  await page.reload()
  await expect(page.getByRole('row', { name: /Held today/ })).toContainText('0.00')

  await paidElsewhere(orderId)
  await page.goto(`/staff/orders/${orderId}`)
  await page.getByRole('link', { name: 'Settle a sales tax difference' }).press('Enter')
  await page.waitForURL(/\?do=/)
  await keysAct(page)
  await page.getByLabel(/^How it was settled/).focus()
  await page.keyboard.type('Refunded by check 1042')
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(/\?do=/)
  await expect(page.getByText(/Refunded by check 1042/).first()).toBeVisible()
})

/** By how many pixels something is wider than its place. */
const tooWide = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth)

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
