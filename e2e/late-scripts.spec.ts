import type { Locator } from '@playwright/test'
import { restMs } from '#server/late-scripts.ts'
import { expect, test } from './fixtures.ts'

test('a page that is looked at asks for no script until its visitor moves; its countdown goes on @phone', async ({
  untouched: page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && asked.push(request.url())))
  await page.clock.install()
  await page.goto('/')
  const seconds = page.getByRole('timer').first().locator('b').last()
  for (let second = 0; second < 3; second++) {
    const before = await seconds.textContent()
    await page.clock.runFor(1_000)
    await expect(seconds).not.toHaveText(before ?? '')
  }
  expect(asked).toEqual([])

  await page.mouse.move(40, 40)
  await page.mouse.move(60, 60)
  await page.clock.runFor(1_000)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  expect(asked.length).toBeGreaterThan(0)
  const before = await seconds.textContent()
  await page.clock.runFor(1_000)
  await expect(seconds).not.toHaveText(before ?? '')
})

test('a page whose visitor does not move comes to life after a while', async ({ untouched: page }) => {
  await page.clock.install()
  const answer = await page.goto('/about')
  expect(await answer?.text()).not.toMatch(/<link rel="modulepreload"|<script[^>]+(src=|type="module")/)
  await page.clock.runFor(restMs.reading - 1_000)
  expect(await page.locator('script[src], script[type=module]').count()).toBe(0)
  await page.clock.runFor(3_000)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
})

test('Back, pressed before a reloaded page has come to life, leads to the page before', async ({
  untouched: page,
}) => {
  await page.goto('/about')
  await page.evaluate(() => window.dispatchEvent(new Event('touchstart')))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/questions/i)
  await page.reload()
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(title).not.toHaveText(/questions/i)
  await expect(page).toHaveTitle(/^About/)
})

test('a control that is pressed before there is script does what HTML makes of it', async ({
  untouched: page,
}) => {
  await page.route('**/assets/*.js', () => {}) // a line on which it never arrives
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await page.locator('summary').first().click()
  await expect(page.locator('details').first()).toHaveAttribute('open')
})

test('a dropdown that the first move of a pointer opens stays open when script takes over', async ({
  untouched: page,
}) => {
  await page.goto('/faq')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'CCW Training' }).hover()
  const inside = bar.getByRole('link', { name: 'Instructors' })
  await expect(inside).toBeVisible()
  await expect(page.locator('.nav[data-js] li[data-open]')).toHaveCount(1)
  await expect(inside).toBeVisible()
  await page.mouse.move(700, 800)
  await expect(inside).toBeHidden()
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

test('a page carries its styles, and they go and come back with it', async ({
  verified: page,
  browserErrors,
}) => {
  // Some browsers fetch sheets that are switched off. The page shows as it should when none of them ever arrives.
  browserErrors.allow(/ERR_FAILED/)
  const sheets = '**/assets/*.css'
  await page.route(sheets, (route) => route.abort())
  await page.goto('/about')
  const principles = page.locator('.about-p')
  const [display, sheet] = [
    await styleOf(principles, 'display'),
    page.locator('style[data-sheet*="/about-"]'),
  ]
  expect(display).toBe('grid')
  await page.unroute(sheets)

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(sheet).toHaveAttribute('media', 'not all')

  await page.goBack()
  await expect(sheet).toHaveAttribute('media', '')
  expect(await styleOf(principles, 'display')).toBe('grid')
})

const styleOf = (part: Locator, name: string) =>
  part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
