import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

test('a visitor joins the waitlist of a window, holds an open slot by keyboard, and releases it', async ({
  verified: page,
}) => {
  await page.goto('/small-batch/guerrilla')
  await page.getByRole('link', { name: 'Join Build Window' }).click()
  const dialog = page.getByRole('dialog', { name: /Guerrilla/ })
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(`window-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: /^13\b.*reserve it/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Slot 13' })).toBeVisible()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Hold Slot 13' }).press('Enter')
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByText('Guerrilla, slot 13 of 15').first()).toBeVisible()
  await page.getByRole('button', { name: 'Release this slot' }).click()
  await expect(page.getByRole('heading', { name: 'You released the build slot' })).toBeVisible()
})
