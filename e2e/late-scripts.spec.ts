import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('a page asks for no script of its own until it stands, and then script takes over', async ({
  verified: page,
}) => {
  const answer = await page.goto('/about')
  const html = (await answer?.text()) ?? ''
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]+(src=|type="module")/)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
})

test('a page carries its styles, and they go and come back with it', async ({ verified: page }) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'stylesheet' && asked.push(request.url())))
  await page.goto('/about')
  expect(asked).toEqual([])
  const principles = page.locator('.about-p')
  const [display, sheet] = [
    await styleOf(principles, 'display'),
    page.locator('style[data-sheet*="/about-"]'),
  ]
  expect(display).toBe('grid')

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(sheet).toHaveAttribute('media', 'not all')
  expect(asked.length).toBeGreaterThan(0)

  await page.goBack()
  await expect(sheet).toHaveAttribute('media', '')
  expect(await styleOf(principles, 'display')).toBe('grid')
})

const styleOf = (part: Locator, name: string) =>
  part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
