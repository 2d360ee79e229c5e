import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

test('a visitor compares the three releases and joins a waitlist', async ({ verified: page }) => {
  await page.goto('/small-batch')
  await expect(page.getByRole('heading', { level: 1, name: 'Small-Batch' })).toBeVisible()
  await expect(page.getByText('15-unit window', { exact: true })).toBeVisible()
  await expect(page.getByText('10-unit window', { exact: true })).toBeVisible()
  await expect(page.getByText('8-unit window', { exact: true })).toBeVisible()
  await noSidewaysScroll(page)

  await page.getByRole('link', { name: 'Guerrilla', exact: true }).first().click()
  await expect(page).toHaveURL(/\/small-batch\/guerrilla$/)
  await expect(page.getByText('6 of 15 slots left').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Slots' }).getByRole('listitem')).toHaveCount(15)
  await noSidewaysScroll(page)

  await page.getByRole('link', { name: 'Join Build Window' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guerrilla, build window' })
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(`window-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Join Build Window' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a visitor chooses an open slot, holds it, and releases it again', async ({ verified: page }) => {
  await page.goto('/small-batch/guerrilla')
  await page.getByRole('link', { name: /^13\b.*reserve it/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Slot 13' })).toBeVisible()
  await expect(page.getByText('$100 refundable deposit now')).toBeVisible()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Hold Slot 13' }).press('Enter')
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByText('Guerrilla, slot 13 of 15').first()).toBeVisible()

  const other = await page.context().newPage()
  await other.goto('/small-batch/guerrilla/reserve?slot=13')
  await expect(other.getByRole('alert')).toContainText('Someone got there first')
  await other.close()

  await page.getByRole('button', { name: 'Release this slot' }).click()
  await expect(page.getByRole('heading', { name: 'You released the build slot' })).toBeVisible()
  await page.goto('/small-batch/guerrilla')
  await expect(page.getByRole('link', { name: /^13\b.*reserve it/ })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a slot is held by its form', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/small-batch/guerrilla/reserve?slot=10')
    await page.getByRole('button', { name: 'Hold Slot 10' }).click()
    await expect(page).toHaveURL(/\/checkout\//)
    await expect(page.getByText('Guerrilla, slot 10 of 15').first()).toBeVisible()
    await page.getByRole('button', { name: 'Release this slot' }).click()
    await expect(page.getByRole('heading', { name: 'You released the build slot' })).toBeVisible()
  })

  test('joining a window is a link to the same form', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/small-batch/cyber')
    await page.getByRole('link', { name: 'Join Build Window' }).click()
    await expect(page).toHaveURL(/\/subscriptions\?topic=build-window%3Acyber$/)
    await expect(page.getByLabel('Email')).toBeVisible()
  })
})
