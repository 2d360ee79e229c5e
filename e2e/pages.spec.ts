import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

const question = (page: Page, name: string) => page.locator('details').filter({ hasText: name })
const isOpen = (page: Page, name: string) =>
  question(page, name).evaluate((element: HTMLDetailsElement) => element.open)

test('questions open one at a time, by keyboard, and fit a phone; a link to a topic opens it; what a page links is there', async ({
  verified: page,
}) => {
  await page.goto('/faq')
  await question(page, 'Is it legal to build an SBR?').locator('summary').focus()
  await page.keyboard.press('Enter')
  expect(await isOpen(page, 'Is it legal to build an SBR?')).toBe(true)
  await expect(page.getByText('$200 until Dec 31, 2025; $0 since Jan 1, 2026')).toBeVisible()
  await question(page, 'What about pistol braces?').locator('summary').focus()
  await page.keyboard.press('Space')
  expect(await isOpen(page, 'What about pistol braces?')).toBe(true)
  expect(await isOpen(page, 'Is it legal to build an SBR?')).toBe(false)
  await page.keyboard.press('Space')
  expect(await isOpen(page, 'What about pistol braces?')).toBe(false)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Do I need to submit fingerprints?').click()
  await expect(page.getByText('Many dealers take electronic fingerprints')).toBeVisible()
  await noSidewaysScroll(page)

  const addresses = await Promise.all([
    page.locator('link[rel="icon"]').getAttribute('href'),
    page.locator('link[rel="manifest"]').getAttribute('href'),
    page.locator('link[rel="apple-touch-icon"]').getAttribute('href'),
    page.locator('meta[property="og:image"]').getAttribute('content'),
  ])
  for (const address of addresses) expect((await page.request.get(address ?? '')).status()).toBe(200)

  await page.goto('/process-guide')
  await page.getByRole('link', { name: 'Learn About Form 4' }).click()
  await expect(page).toHaveURL(/\/learn#/)
  await expect.poll(() => isOpen(page, 'Form 4: transfer to you')).toBe(true)
  await page.goto('/learn#wait-times')
  await expect.poll(() => isOpen(page, 'Wait times')).toBe(true)
})

test('the picture of the first screen loads', async ({ verified: page }) => {
  await page.goto('/')
  const picture = page.locator('.hero-art img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(700)
})
