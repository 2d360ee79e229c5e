import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

const pages = {
  '/about': 'About PACo',
  '/faq': 'Frequently Asked Questions',
  '/learn': 'What is a short-barreled rifle?',
  '/services': 'Services',
  '/process-guide': 'Process Guide',
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const question = (page: Page, name: string) => page.locator('details').filter({ hasText: name })
const isOpen = (page: Page, name: string) =>
  question(page, name).evaluate((element: HTMLDetailsElement) => element.open)

for (const [path, name] of Object.entries(pages)) {
  test(`${path} leads on`, async ({ verified: page }) => {
    await page.goto(path)
    await expect(title(page, name)).toBeVisible()
    const links = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    for (const link of new Set(links)) {
      const answer = await page.request.get(link ?? '')
      expect(answer.status(), `${link} on ${path}`).toBe(200)
    }
  })
}

test('home leads with the live drop', async ({ verified: page }) => {
  await page.goto('/')
  await expect(title(page, 'Every one is numbered.')).toBeVisible()
  await expect(page.getByText(/^\d+ of \d+ units remain$/)).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Ends in:' })).toBeVisible()
  await expect(page.getByText('SOLD OUT')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'View All Archives' })).toHaveAttribute('href', '/drops/vault')

  const join = page.locator('main').getByRole('link', { name: 'Join the Drop' })
  const address = await join.getAttribute('href')
  expect(address).toMatch(/^\/drops\/[a-z0-9-]+$/)
  await join.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('the hero image loads on wide and narrow windows', async ({ verified: page }) => {
  await page.goto('/')
  const picture = page.locator('.hero-art img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(700)
})

test('questions open one at a time, by keyboard, and close again', async ({ verified: page }) => {
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
})

test('a link to a topic opens it', async ({ verified: page }) => {
  await page.goto('/process-guide')
  await page.getByRole('link', { name: 'Learn About Form 4' }).click()
  await expect(title(page, pages['/learn'])).toBeVisible()
  expect(await isOpen(page, 'Form 4: transfer to you')).toBe(true)
  await page.goto('/learn#wait-times')
  await expect.poll(() => isOpen(page, 'Wait times')).toBe(true)
})

test('an open answer fits a phone', async ({ verified: page }) => {
  await page.goto('/faq')
  await page.getByText('Do I need to submit fingerprints?').click()
  await expect(page.getByText('Many dealers take electronic fingerprints')).toBeVisible()
  await noSidewaysScroll(page)
})

test('the learning page announces its video and defines the rifle', async ({ verified: page }) => {
  await page.goto('/learn')
  await expect(page.getByText('Educational Video Coming Soon')).toBeVisible()
  await expect(page.getByText('A rifle with a barrel under 16 inches')).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'Side view: barrel 10.3 inches, overall 27.6 inches' }),
  ).toBeVisible()
})

test('structured data is on pages, and only past the gate', async ({
  verified: page,
  browser,
  baseURL,
  browserErrors,
}) => {
  await page.goto('/faq')
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(facts).toHaveLength(2)
  const kinds = facts.map((fact) => (JSON.parse(fact) as { '@type': string })['@type'])
  expect(kinds.toSorted()).toEqual(['BreadcrumbList', 'FAQPage'])

  const stranger = await browser.newContext(baseURL ? { baseURL } : {})
  browserErrors.watch(stranger)
  const gate = await stranger.newPage()
  await gate.goto('/faq')
  await expect(gate).toHaveTitle(/questions/i)
  await expect(gate.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/faq`)
  await expect(gate.locator('script[type="application/ld+json"]')).toHaveCount(0)
  await expect(gate.getByText('Is it legal to build an SBR?')).toHaveCount(0)
  await stranger.close()
})

test('the process guide can be downloaded', async ({ verified: page }) => {
  await page.goto('/process-guide')
  const link = page.getByRole('link', { name: 'Download Process Guide' })
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a page links an icon, a manifest and an image that exist', async ({ verified: page }) => {
  await page.goto('/learn')
  const addresses = await Promise.all([
    page.locator('link[rel="icon"]').getAttribute('href'),
    page.locator('link[rel="manifest"]').getAttribute('href'),
    page.locator('link[rel="apple-touch-icon"]').getAttribute('href'),
    page.locator('meta[property="og:image"]').getAttribute('content'),
  ])
  for (const address of addresses) expect((await page.request.get(address ?? '')).status()).toBe(200)
})

test('where motion is reduced, a change of the whole page starts no transition', async ({
  verified: page,
}) => {
  await page.goto('/accessories')
  const started = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>()
    let count = 0
    document.addEventListener('transitionrun', () => (count += 1))
    document.documentElement.style.fontSize = '200%'
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(count)))
    return promise
  })
  expect(started).toBe(0)
})

test('search engines find the sitemap', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const [, map = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? []
  const answer = await request.get(map)
  expect(answer.headers()['content-type']).toContain('application/xml')
  expect(await answer.text()).toContain('/process-guide</loc>')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('everything is shown, and questions open', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Join Current Drop' })).toBeVisible()
    await page.goto('/faq')
    await page.getByText('What tools will I need?').click()
    await expect(page.getByText('None to receive it.')).toBeVisible()
    await page.getByText('What about pistol braces?').click()
    await expect(page.getByText('None to receive it.')).toBeHidden()
    await page.goto('/about')
    await expect(page.getByRole('heading', { name: 'Precision' })).toBeVisible()
  })
})
