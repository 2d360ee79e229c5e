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
})

/** By how many pixels something is wider than its place. */
const tooWide = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth)
