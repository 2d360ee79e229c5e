// The pages of a shop that is paid by invoice, which no other shop has: what they do is proved without a browser.
import { accessible } from './sweep-checks.ts'
import { expect, test } from './fixtures.ts'
import { openShopWith, type OwnShop } from './own-shop.ts'
import { fillIn, orderOn } from './buyer-steps.ts'
import { findMail } from './shop.ts'

// A database and a shop of its own to start.
test.describe.configure({ timeout: 300_000 })

const payTo = 'By wire to the account printed on the invoice, with the order code as its reference.'

let shop: OwnShop

test.beforeAll(async () => {
  shop = await openShopWith({ PAYMENTS: 'manual', INVOICE_PAY_TO: payTo })
})
test.afterAll(() => shop.close())

test('a buyer confirms the email and gets the invoice, and its pages can be used by everybody', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ baseURL: shop.address })
  await page.goto('/drops/guerrilla-vol-1/reserve?number=7')
  await page.getByRole('button', { name: /^Hold № 7/ }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  const order = orderOn(page)
  const email = await fillIn(page)
  await page.getByRole('button', { name: /invoice/i }).click()
  await expect(page).toHaveURL('/confirm-email?sent=order')
  await test.step('next steps', () => accessible(page))

  const mail = await findMail(email, /confirm/i, 90_000, shop.folder)
  const [link] = /http\S+\/confirm-email\?key=\S+/.exec(mail.text) ?? []
  const other = await newVisitor({ baseURL: shop.address })
  await other.goto(link ?? '')
  await expect(other).toHaveURL(`/checkout/${order}`)
  await test.step('the checkout', () => accessible(other))
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await other.getByLabel(/I am 21 or older/).check()
  await other.getByRole('button', { name: /invoice/i }).click()
  await expect(other).toHaveURL(`/orders/${order}`)
  await expect(other.getByText(payTo).first()).toBeVisible()
  await test.step('the order with its invoice', () => accessible(other))
  await findMail(email, /invoice/i, 90_000, shop.folder)
})
