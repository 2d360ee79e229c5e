import { brokenLine, expect, passAgeGate, pressOffline, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { checkOut, fillAddress } from './parcel-steps.ts'
import { findMail, operate } from './shop.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

test('a magazine that the state limits is removed, the rest is bought and shipped, and one line is refunded', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  await page.goto('/accessories')
  const products = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
  await pressOffline(page, products.getByRole('button', { name: 'Add to Cart' }).first())
  await checkOut(page, '30-Round Magazine', 'Rail Cover Set', 'Field Cleaning Kit')
  await noSidewaysScroll(page)
  const email = await fillAddress(page, { city: 'Somewhere', state: 'CA', zip: '90210' })
  await pressOffline(page, page.getByRole('button', { name: 'Review and pay' }))
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText(/California does not allow magazines of more than 10 rounds/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveAccessibleDescription(
    /Remove it from the order/,
  )
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: /^Remove this item: 30-Round/ }).click()
  await expect(page.getByText(/California does not allow/)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeFocused()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await noSidewaysScroll(page)
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await findMail(email, new RegExp(`Paid: your order ${orderId}`))

  await page.getByRole('link', { name: 'Choose items to refund' }).click()
  await page.getByRole('checkbox', { name: /Rail Cover/ }).check()
  await page.getByRole('button', { name: 'Refund selected items' }).click()
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
  expect(await operate('dispatch', orderId, '--tracking', 'CARRIER 42')).toContain('1 of its lines')
  await findMail(email, new RegExp(`Shipped: your order ${orderId}`))
  await page.reload()
  await expect(page.getByText('Tracking: CARRIER 42')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose items to refund' })).toHaveCount(0)
})

test('a package without JavaScript: county, total, payment', async ({ browser, baseURL, viewport }) => {
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false, viewport })
  await passAgeGate(plain, baseURL ?? '')
  const page = await plain.newPage()
  await checkOut(page, 'Strip Loader')
  await fillAddress(page, { city: 'Somewhere', state: 'FL', zip: '90210' })
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText('This ZIP code is not in that state').first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
  await page.getByLabel('ZIP code').fill('32703')
  await page.getByLabel('County').selectOption('Orange')
  await page.getByRole('radio', { name: /^Expedited/ }).check()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText('Sales tax: Florida 6%')).toBeVisible()
  await expect(page.getByText('Shipping, Expedited')).toBeVisible()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await plain.close()
})
