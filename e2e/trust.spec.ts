// The trust pack with script: cut lines, its worksheet, and its first download. What the documents hold is
// proved by app/features/trust/documents.test.ts and routes/pack.test.ts.
import type { Page } from '@playwright/test'
import { brokenLine, expect, pressOffline, test } from './fixtures.ts'
import { payAs } from './buyer-steps.ts'

test('a pack is bought, its worksheet is saved, and the first download ends its refund clock', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  await page.goto('/trust')
  await drawingBelowTextInNarrowWindow(page)
  const point = page.getByRole('checkbox', { name: 'Verify state law' })
  await point.check()
  await expect(point).toBeChecked()

  await page.goto('/trust/buy')
  await pressOffline(page, page.getByRole('main').getByRole('button', { name: 'Buy for $29' }))
  await page.getByRole('main').getByRole('button', { name: 'Buy for $29' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByRole('button', { name: 'Pay $29', exact: true })).toBeVisible()
  await payAs(page, 'Jordan Buyer')
  await expect(page.getByText('Refundable in full until the first download').first()).toBeVisible()
  await page.getByRole('link', { name: 'Worksheet and documents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your trust pack' })).toBeVisible()

  const sheet = page.getByRole('form', { name: 'Worksheet' })
  await sheet.getByLabel('Name', { exact: true }).fill('Elm <Street> Trust')
  await sheet.getByLabel('Trustee 1: Full name').fill('Riley Example')
  await sheet.getByRole('radio', { name: /Each alone/ }).check()
  await sheet.getByLabel('State whose law governs').selectOption('FL')
  await sheet.getByText('More: up to 5 trustees').click()
  await sheet.getByLabel('Trustee 3: Full name').fill('Sam Example')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('Trustee 2: Full name')).toHaveValue('Sam Example')
  await expect(sheet.getByLabel('Trustee 1: Full name')).toHaveValue('Riley Example')
  await expect(sheet.getByRole('status')).toContainText('Saved')
  await expect(page.getByRole('heading', { name: 'Florida version' })).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Your trust, fillable PDF/ }).click()
  await (await downloaded).path()
  await page.reload()
  await expect(page.getByText('no longer refundable. It stays')).toBeVisible()
})

/** In a narrow window the drawn documents are below the text, both as wide as they can be. */
async function drawingBelowTextInNarrowWindow(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  const [words, papers] = await Promise.all([
    page.locator('header .lead').boundingBox(),
    page.getByRole('main').locator('header svg').boundingBox(),
  ])
  expect(words?.width).toBeGreaterThan(300)
  expect(papers?.width).toBeGreaterThan(300)
  expect(papers?.y).toBeGreaterThan(words?.y ?? Number.NaN)
  await page.setViewportSize({ width: 1440, height: 900 })
}
