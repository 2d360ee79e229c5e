// An import of the catalog.
import { randomInt } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'
import { accessible } from './sweep-checks.ts'

test.describe.configure({ timeout: 120_000 })

test('a file is compared, and written once its differences were seen', async ({ page, context }) => {
  // An accessory that no visitor sees.
  const own = `own-${randomInt(1e6, 1e7)}`
  await sqlOnShop(
    `insert into accessories select (jsonb_populate_record(model, $1)).* from accessories model limit 1`,
    [{ id: own, name: `Own ${own}`, price_cents: 8_900, state: 'hidden' }],
  )
  await signInAs(context, 'manager')
  await page.goto('/staff/catalog/accessories/import')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,price,description\r\n${own},79.00,Counts every shot\r\n`),
  })
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('79.00')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Write 1 accessory' }).click()
  await expect(page.getByText('1 row is in the catalog')).toBeVisible({ timeout: 60_000 })
  await accessible(page, { enlarged: 'page' })
})
