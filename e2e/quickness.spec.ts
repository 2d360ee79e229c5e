// A page comes alive with few and small files, and what a press leads to is there before the press.
import type { Page } from '@playwright/test'
import { visitedPages } from '../bench/lib/visit-pages.ts'
import { expect, test } from './fixtures.ts'
import { fillIn, hold, ownDrop, pay } from './reservation-steps.ts'

const isAlive = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated')

/** A browser has six connections to a shop, and each file costs a slow line a round trip. */
const maxFiles = 24
const maxBytes = 150_000

for (const { name, path } of visitedPages)
  test(`the script of the page "${name}" is small, in few files`, async ({ verified: page, baseURL }) => {
    const html = await (await page.request.get(path)).text()
    const files = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, file = '']) => file)
    const sizes = await Promise.all(
      [...new Set(files)].map(async (file) => {
        const { headers } = await fetch(new URL(file, baseURL), { headers: { 'Accept-Encoding': 'br' } })
        return Number(headers.get('Content-Length'))
      }),
    )
    expect(sizes.length).toBeLessThanOrEqual(maxFiles)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxBytes)
  })

test('the next page needs no styles that the first one lacks', async ({ verified: page }) => {
  const styles = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.css') ? [name] : [])),
    )
  await page.goto('/faq')
  await isAlive(page)
  const first = await styles()
  expect(first).toHaveLength(1)
  for (const name of ['PACo Vault', 'Accessories', 'About']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  expect(await styles()).toEqual(first)
})

/** The script files that a page loads from now on. */
function watchScripts(page: Page): ReadonlySet<string> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.js$/.test(pathname)) files.add(pathname)
  })
  return files
}

test('a visitor who is near the button of a hold has the checkout’s script before pressing it', async ({
  verified: page,
}) => {
  await page.goto(`/drops/${await ownDrop(3)}`)
  await isAlive(page)
  const ahead = ['checkout', 'reserve'].map((name) =>
    page.waitForResponse((answer) => new RegExp(`/assets/${name}-[\\w-]+\\.js`).test(answer.url())),
  )
  const scripts = watchScripts(page)
  const button = page.getByRole('button', { name: /^Hold № 1/ }).first()
  await button.scrollIntoViewIfNeeded()
  for (const script of ahead) await (await script).finished()
  const before = [...scripts]
  await button.click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByLabel('Full name')).toBeVisible()
  // By now the checkout may have begun to load what comes after it.
  const late = [...scripts].filter((file) => !before.includes(file))
  expect(late.filter((file) => /(checkout|reserve|dealer-fields|card-form)-/.test(file))).toEqual([])
})

test('a visitor who saves data loads the checkout with the press', async ({ verified: page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto(`/drops/${await ownDrop(3)}`)
  await isAlive(page)
  const scripts = watchScripts(page)
  const button = page.getByRole('button', { name: /^Hold № 1/ }).first()
  await button.scrollIntoViewIfNeeded()
  // Idle for longer than the script of a visitor who saves no data waits.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
  )
  expect([...scripts].filter((file) => file.includes('checkout'))).toEqual([])
  await button.click()
  await expect(page).toHaveURL(/\/checkout\//)
})

test('the script of the order’s page is there before its buyer pays', async ({ verified: page }) => {
  const ofOrder = page.waitForResponse(/\/assets\/progress-[\w-]+\.js/)
  const scripts = watchScripts(page)
  await hold(page, await ownDrop(3), 2)
  await fillIn(page)
  await (await ofOrder).finished()
  const before = [...scripts]
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 2 is yours' })).toBeVisible()
  expect([...scripts].filter((file) => !before.includes(file))).toEqual([])
})
