// The checkout of a parcel with script: what a cut line keeps, and where the focus goes when a line leaves the order. Its whole way
// is proved by app/features/checkout/parcel.test.ts.
import { brokenLine, expect, pressOffline, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { checkOut, fillAddress } from './parcel-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('a magazine that the state limits is removed, and the rest is bought', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  await page.goto('/accessories')
  const products = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
  await pressOffline(page, products.getByRole('button', { name: 'Add to Cart' }).first())
  await checkOut(page, '30-Round Magazine', 'Rail Cover Set')
  await noSidewaysScroll(page)
  await fillAddress(page, { city: 'Somewhere', state: 'CA', zip: '90210' })
  await pressOffline(page, page.getByRole('button', { name: 'Review and pay' }))
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText(/California does not allow magazines of more than 10 rounds/)).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeDisabled()
  await expect(pay).toHaveAccessibleDescription(/Remove it from the order/)
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: /^Remove this item: 30-Round/ }).click()
  await expect(page.getByText(/California does not allow/)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeFocused()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await noSidewaysScroll(page)
})
