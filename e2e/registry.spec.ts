import { certificateCode } from '#app/features/certificates/store/code.server.ts'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { sqlOnShop } from './shop.ts'

test('a code that is checked shows its unit with its drawing, within the window', async ({
  verified: page,
}) => {
  const [key] = await sqlOnShop<{ value: string }>(`select value from shop_keys where name = 'certificate'`)
  await page.goto('/vault')
  await page.getByLabel('Code').fill(certificateCode(key?.value ?? '', 'guerrilla-vol-1', 17))
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Number 17 of 50' })).toBeVisible()
  const drawing = page.locator('#result figure img')
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await page.getByText('View as a table').click()
  await expect(page.getByRole('region', { name: 'The archive as a table' })).toBeVisible()
  await noSidewaysScroll(page)
})
