// A page comes alive with few and small files, and what a press leads to is there before the press.
import type { Page } from '@playwright/test'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { visitedPages } from '../bench/lib/visit-pages.ts'
import { expect, test } from './fixtures.ts'
import { fillIn, ownDrop, pay } from './buyer-steps.ts'

const isAlive = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated')

/** A browser has six connections to a shop, and each file costs a slow line a round trip. */
const maxFiles = 24
const maxBytes = 150_000

test('the script of every page is small, in few files', async ({ request, baseURL }) => {
  const gate = `${recordKey}=${encodeURIComponent(new Date().toISOString())}`
  const weigh = async (file: string) => {
    const { headers } = await fetch(new URL(file, baseURL), { headers: { 'Accept-Encoding': 'br' } })
    return Number(headers.get('Content-Length'))
  }
  for (const { name, path } of visitedPages) {
    const answer = await request.get(path, { headers: { Cookie: gate } })
    const html = await answer.text()
    const files = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, file = '']) => file)
    const sizes = await Promise.all([...new Set(files)].map(weigh))
    expect(sizes.length, name).toBeLessThanOrEqual(maxFiles)
    expect(Math.min(...sizes), name).toBeGreaterThan(0)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      name,
    ).toBeLessThanOrEqual(maxBytes)
  }
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

test('the scripts of the checkout and of the order are there before the presses that lead to them', async ({
  verified: page,
}) => {
  await page.goto(`/drops/${await ownDrop(50)}`)
  await isAlive(page)
  const scriptOf = (name: string) =>
    page.waitForResponse((answer) => new RegExp(`/assets/${name}-[\\w-]+\\.js`).test(answer.url()))
  const ahead = ['checkout', 'reserve'].map(scriptOf)
  const scripts = watchScripts(page)
  const button = page.getByRole('button', { name: /^Hold № 1/ }).first()
  await button.scrollIntoViewIfNeeded()
  for (const script of ahead) await (await script).finished()
  const beforeHold = [...scripts]
  // The checkout loads at once what comes after it.
  const ofOrder = scriptOf('progress')
  await button.click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByLabel('Full name')).toBeVisible()
  const late = [...scripts].filter((file) => !beforeHold.includes(file))
  expect(late.filter((file) => /(checkout|reserve|dealer-fields|card-form)-/.test(file))).toEqual([])

  await fillIn(page)
  await (await ofOrder).finished()
  const beforePaying = [...scripts]
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 1 is yours' })).toBeVisible()
  expect([...scripts].filter((file) => !beforePaying.includes(file))).toEqual([])
})

test('a visitor who saves data loads the checkout with the press', async ({ verified: page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto(`/drops/${await ownDrop(50)}`)
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
