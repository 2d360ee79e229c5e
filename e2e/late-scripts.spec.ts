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

test('an instant that the server wrote stays as it was, and the browser writes the same', async ({
  verified: page,
}) => {
  const html = (await (await page.goto('/'))?.text()) ?? ''
  const [, , served = ''] = /<time( class="vh")? dateTime="[^"]+">([^<]+)</.exec(html) ?? []
  expect(served).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M E[SD]T$/)
  const end = page.getByRole('timer').first().locator('time')
  const seconds = page.getByRole('timer').first().locator('div').last()
  const before = await seconds.textContent()
  await expect(seconds).not.toHaveText(before ?? '')
  await expect(end).toHaveText(served)

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await page.getByRole('link', { name: 'PACo', exact: false }).first().click()
  await expect(page).toHaveURL('/')
  await expect(end).toHaveText(served)
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
