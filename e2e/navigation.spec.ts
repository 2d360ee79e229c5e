import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const batches = (page: Page) => bar(page).getByRole('link', { name: 'Small-Batch' })
const lastLine = (page: Page) => bar(page).getByRole('link', { name: 'Cyber Line' })

test('the main menu works by key, and in a narrow window by its button', async ({ verified: page }) => {
  await page.goto('/faq')
  await batches(page).focus()
  await expect(lastLine(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(bar(page).getByRole('link', { name: 'Current Releases' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(batches(page)).toBeFocused()
  await expect(lastLine(page)).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(lastLine(page)).toBeHidden()

  await batches(page).hover()
  await lastLine(page).click()
  await expect(page).toHaveURL('/small-batch/cyber')
  await expect(batches(page)).toHaveAttribute('aria-current')
  await page.goBack()
  await expect(page).toHaveURL('/faq')

  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(lastLine(page)).toBeHidden()
  await menu.click()
  await expect(lastLine(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lastLine(page)).toBeHidden()
  await menu.click()
  await lastLine(page).click()
  await expect(page).toHaveURL('/small-batch/cyber')
  await expect(lastLine(page)).toBeHidden()
})

test.describe('touch on a wide screen', () => {
  test.use({ hasTouch: true })

  test('opens a dropdown with the first tap and follows the label with the second', async ({
    verified: page,
  }) => {
    await page.goto('/faq')
    await batches(page).tap()
    await expect(lastLine(page)).toBeVisible()
    await expect(page).toHaveURL('/faq')
    await batches(page).tap()
    await expect(page).toHaveURL('/small-batch')
    await expect(lastLine(page)).toBeHidden()
  })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the next page shows its top, takes a press while it fades in, and Back shows the place where the last one was left', async ({
    verified: page,
  }) => {
    await page.goto('/about')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(500)
    await link.click()
    await page.waitForURL('/faq', { waitUntil: 'commit' })
    const answer = page.locator('main details').nth(1)
    await answer.locator('summary').click()
    await expect(answer).toHaveAttribute('open')
    await page.goBack()
    await expect(page).toHaveURL('/about')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  })
})
