import { expect, passAgeGate, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'

test('a visitor compares the three lines and puts a name down for one', async ({ verified: page }) => {
  await page.goto('/small-batch')
  await expect(page.getByRole('heading', { level: 1, name: 'Small-Batch' })).toBeVisible()
  await expect(page.getByText('15-unit window, Q4 2024')).toBeVisible()
  await expect(page.getByText('10-unit window, Q1 2025')).toBeVisible()
  await expect(page.getByText('8-unit window, Q2 2025')).toBeVisible()
  await axe(page)
  await noSidewaysScroll(page)

  await page.getByRole('link', { name: 'Guerrilla', exact: true }).first().click()
  await expect(page).toHaveURL(/\/small-batch\/guerrilla$/)
  await expect(page.getByText('6 of 15 slots left').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Slots' }).getByRole('listitem')).toHaveCount(15)
  await axe(page)
  await noSidewaysScroll(page)

  await page.getByRole('link', { name: 'Join Build Window' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guerrilla, build window' })
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(`window-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Join Build Window' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('joining a window is a link to the same form', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/small-batch/cyber')
    await page.getByRole('link', { name: 'Join Build Window' }).click()
    await expect(page).toHaveURL(/\/subscriptions\?topic=build-window%3Acyber$/)
    await expect(page.getByLabel('Email')).toBeVisible()
  })
})
