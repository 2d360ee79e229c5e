// The desks for goods by parcel and for transfers: what is packed, sent, returned and moved, and what the buyer sees of it.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { buyParcel } from './parcel-steps.ts'
import { fillIn, hold, ownDrop, payToOrder } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

test('two parcels of one order are packed and sent, one comes back and is refunded', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId, email } = await buyGoods(page)
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })
  await page.goto('/staff/shipping')
  await noSidewaysScroll(page)
  await page.goto(`/staff/shipping/${orderId}`)
  await expect(page.getByLabel('Ship to')).toContainText('1 Ocean Drive')
  await noSidewaysScroll(page)

  // The kit first, the loader in a parcel of its own.
  await page.getByLabel(/Strip Loader/).fill('0')
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  await page.getByLabel('Carrier', { exact: true }).selectOption('ups')
  await page.getByLabel('Tracking number').fill('1Z999')
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByRole('link', { name: 'UPS 1Z999' })).toBeVisible()
  await findMail(email, new RegExp(`Shipped: your order ${orderId}`))
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  const second = page.getByRole('listitem', { name: 'Parcel 2' })
  await second.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(second.getByRole('button', { name: 'Undo sent' })).toBeVisible()

  await second.getByRole('button', { name: 'Came back' }).click()
  await second.getByRole('radio', { name: 'As new: back on the shelf' }).check()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await second.getByRole('button', { name: 'Refund these items' }).click()
  await expect(second.getByText('Returned and refunded')).toBeVisible()
  await noSidewaysScroll(page)

  await page.goto(`/orders/${orderId}`)
  await expect(page.getByRole('heading', { name: 'Your packages' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'UPS 1Z999' })).toHaveAttribute('href', /ups\.com/)
  await expect(page.getByText(/Came back to us/)).toBeVisible()
})

test('the keyboard goes along the list and opens a slip; rows are packed in bulk', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId } = await buyGoods(page)
  await signInAs(context, 'bench', { baseURL, name: 'B. Sample' })
  await page.goto('/staff/shipping/pick-list')
  await expect(page.getByRole('cell', { name: /Strip Loader/ })).toBeVisible()
  await page.goto('/staff/shipping')
  await page.getByRole('link', { name: orderId }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/staff/shipping/${orderId}`))
  await expect(page.getByLabel('Ship to')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/staff\/shipping\?view=to-pack$/)
  await page.getByRole('checkbox', { name: `Select ${orderId}` }).check()
  await page.getByRole('button', { name: 'Pack selected' }).click()
  await expect(page.getByText('1 done')).toBeVisible()
  await page.getByRole('link', { name: /^Packed/ }).click()
  await expect(page.getByRole('link', { name: orderId }).first()).toBeVisible()
})

test('a reservation is on the board, its slip names the gates, and its dealer’s file is filled in', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const orderId = await hold(page, await ownDrop(), 7)
  await fillIn(page)
  await payToOrder(page)
  await signInAs(context, 'desk', { baseURL, name: 'D. Sample' })
  await page.goto('/staff/transfers')
  await noSidewaysScroll(page)
  await page.goto(`/staff/transfers/${orderId}/0`)
  await expect(page.getByRole('heading', { name: 'Move to Agreed' })).toBeVisible()
  await expect(page.getByText('The buyer has not accepted the final price and terms.').first()).toBeVisible()
  await expect(page.getByLabel('Mail preview')).toContainText('Price agreed')
  await noSidewaysScroll(page)

  // A dealer of this journey's own: what is filed stays in the shop.
  const key = `1590001${randomInt(10, 99)}${randomInt(10_000, 99_999)}`
  await sqlOnShop(
    `insert into dealers (key, code, type, expiry, name, street, city, state, zip, listed_at)
     values ($1, $1, '07', '9Z', 'Lane Arms', '1 Lane', 'Tampa', 'FL', '33602', now())`,
    [key],
  )
  await page.goto('/staff/dealers?q=Tampa')
  await noSidewaysScroll(page)
  await page.goto(`/staff/dealers/${key}`)
  await expect(page.getByLabel('Missing for an NFA item today')).toContainText('license copy')
  await page
    .getByRole('form', { name: 'Accept a license copy' })
    .getByLabel(/^Last day/)
    .fill('2029-01-31')
  await page.getByRole('button', { name: 'Accept copy' }).click()
  await expect(page.getByText('Jan 31, 2029').first()).toBeVisible()
  await page.getByRole('button', { name: 'Record eZ Check' }).click()
  await expect(page.getByLabel('Missing for an NFA item today')).not.toContainText('eZ Check')
  await noSidewaysScroll(page)
})

/** A paid order of two products to Texas, which takes no tax here. */
function buyGoods(page: Page) {
  const austin = { city: 'Austin', state: 'TX', zip: '78701' }
  return buyParcel(page, ['Strip Loader', 'Field Cleaning Kit'], austin)
}
