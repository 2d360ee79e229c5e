// The catalog behind the counter: what staff put up, price, count, hide and import is what visitors see and buy.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { buyParcel } from './parcel-steps.ts'
import { sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'
import { accessible } from './sweep-checks.ts'

// Many pages, a payment and a job: slow on a busy machine.
test.describe.configure({ timeout: 300_000 })

test('a category and an accessory are made, priced, counted, hidden, sold and imported', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  const own = `e${randomInt(1e6, 1e7)}`
  const [name, category] = [`Range timer ${own}`, `Range days ${own}`]
  await signInAs(context, 'manager', { baseURL, name: 'M. Catalog' })
  await page.goto('/staff/catalog')
  await noSidewaysScroll(page)

  await page.goto('/staff/catalog/categories/new')
  await page.getByLabel('Address').fill(`days-${own}`)
  await page.getByLabel('Name').fill(category)
  await page.getByLabel('Sales tax class').selectOption('goods')
  await page.getByRole('button', { name: 'Make category' }).click()
  await expect(page.getByRole('heading', { level: 1, name: category })).toBeVisible()

  await page.goto('/staff/catalog/accessories/new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Make accessory' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was saved')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Address').fill(own)
  await page.getByLabel('One line').fill('Counts what you fire')
  await page.getByLabel('Facts').fill('Loud\nSmall\nYellow')
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Drawing').selectOption('light')
  await page.getByLabel('California, AB 1263').selectOption('not_covered')
  await page.getByRole('textbox', { name: 'Price' }).fill('89')
  await page.getByLabel('Pieces on the shelf').fill('12')
  await page.getByRole('button', { name: 'Make accessory' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await noSidewaysScroll(page)
  const sheet = `/staff/catalog/accessories/${own}`

  // A delivery, a scheduled price, and the page that visitors see.
  await page.getByLabel('Reason').selectOption('damaged')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByRole('cell', { name: '−2' })).toBeVisible()
  await page.getByLabel('New price').fill('94.50')
  await page.getByLabel('Begins').fill('2090-01-01T00:00')
  await page.getByRole('button', { name: 'Enter price' }).click()
  await expect(page.getByText(/^from Jan 1, 2090/)).toBeVisible()
  await shows(page, name, '$89')
  await sqlOnShop(`update price_changes set starts_at = now() where item = $1`, [own])
  await shows(page, name, /\$94.*\.50/)

  // Hidden, it is gone; shown again, it is sold at the new price.
  await page.goto(sheet)
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Hidden', { exact: true }).first()).toBeVisible()
  await expect(async () => {
    await page.goto('/accessories')
    await expect(page.getByRole('heading', { level: 3, name })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.goto(sheet)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()
  await shows(page, name, /\$94.*\.50/)
  await buy(page, name)
  await page.goto(sheet)
  await expect(page.getByText('In orders').locator('..')).toContainText('1')

  // A file with a wrong cell names it; the mended one is written whole.
  const file = (price: string) => ({
    name: 'timers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,price,description\r\n${own},${price},Counts every shot\r\n`),
  })
  await page.goto('/staff/catalog/accessories/import')
  await page.getByLabel('CSV file').setInputFiles(file('cheap'))
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Enter dollars and cents').filter({ visible: true })).toBeVisible()
  await page.getByRole('link', { name: 'Another file' }).click()
  await page.getByLabel('CSV file').setInputFiles(file('79.00'))
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('79.00')).toBeVisible()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Write 1 accessory' }).click()
  await expect(page.getByText('The row is in the catalog')).toBeVisible({ timeout: 60_000 })
  await page.reload() // now that it waits for nothing more
  await accessible(page, { enlarged: 'page' })
  await shows(page, name, '$79')

  await page.goto(sheet)
  await page.getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByText('Retired', { exact: true }).first()).toBeVisible()
  await page.goto(`/staff/catalog/categories/days-${own}`)
  await page.getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByText('Retired', { exact: true }).first()).toBeVisible()
})

/** The public page shows it at this price; a page may be a second old. */
async function shows(page: Page, name: string, price: string | RegExp) {
  await expect(async () => {
    await page.goto('/accessories')
    const card = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
    await expect(card.filter({ hasText: name })).toContainText(price, { timeout: 1_000 })
  }).toPass()
}

async function buy(page: Page, name: string) {
  await buyParcel(page, [name], { city: 'Austin', state: 'TX', zip: '78701' })
  await expect(page.getByText('$94.50').first()).toBeVisible()
}
