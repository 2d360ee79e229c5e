import type { APIResponse } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

// axe looks at every element several times: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const live = '/drops/guerrilla-vol-1'

/** The code of a typed error. */
async function codeOf(answer: APIResponse): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: string } }
  return error.code
}

test.describe('reading', () => {
  test('a live drop shows all its facts', async ({ verified: page }) => {
    await page.goto(live)
    await expect(page.getByRole('heading', { level: 1, name: 'Guerrilla Vol. 1' })).toBeVisible()
    await expect(page.getByText('LIVE NOW')).toBeVisible()
    await expect(page.getByRole('timer', { name: 'Ends in:' })).toBeVisible()
    for (const name of ['Pick your number', 'The Story', 'Collector Details', 'Patch Presale'])
      await expect(page.getByRole('heading', { name })).toBeAttached()
    await expect(page.getByText('$100 refundable deposit')).toBeAttached()
    await expect(page.getByText('Get Notified')).toHaveCount(0)
    await page.getByRole('link', { name: 'Join Drop' }).click()
    await expect(page.getByRole('heading', { name: 'Pick your number' })).toBeInViewport()
    await noSidewaysScroll(page)
  })

  test('a device whose clock is five hours fast counts down by the shop’s', async ({ verified: page }) => {
    await page.addInitScript((aheadMs) => {
      const now = Date.now.bind(Date)
      globalThis.Date = class extends Date {
        constructor(...given: []) {
          super(...(given.length > 0 ? given : ([now() + aheadMs] as unknown as [])))
        }
        static override now = () => now() + aheadMs
      } as DateConstructor
    }, 5 * 3_600_000)
    const read = page.waitForResponse('**/clock')
    await page.goto(live)
    await read
    const timer = page.getByRole('timer', { name: 'Ends in:' })
    const end = Date.parse((await timer.locator('time').getAttribute('datetime')) ?? '')
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 4 * 3_600_000)
    await expect(async () => {
      const [days = 0, hours = 0] = (await timer.locator('b').allInnerTexts()).map(Number)
      expect(days * 24 + hours).toBe(Math.floor((end - Date.now()) / 3_600_000))
    }).toPass()
  })

  for (const [slug, status] of [
    ['cyber-vol-1', 'COMING SOON'],
    ['noir-vol-1', 'SOLD OUT'],
    ['do-not-fold-spindle-or-engrave', 'ARCHIVED'],
  ] as const)
    test(`${slug} is ${status} and offers no number`, async ({ verified: page }) => {
      await page.goto(`/drops/${slug}`)
      await expect(page.getByText(status, { exact: true })).toBeVisible()
      await expect(page.getByRole('list', { name: /^Units 1 to/ })).toBeAttached()
      await expect(page.getByRole('button', { name: /^(Hold|Number)/ })).toHaveCount(0)
      await noSidewaysScroll(page)
    })

  test('the current drop leads to its numbers', async ({ verified: page }) => {
    await page.goto('/drops')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await noSidewaysScroll(page)
    // Another journey's drop may be the newest live one: whichever it is, its own page opens.
    await page.locator('main').getByRole('link', { name: 'Join the Drop' }).click()
    await expect(page).toHaveURL(/\/drops\/[a-z0-9-]+$/)
    await expect(page.locator('#units')).toBeVisible()
  })

  test('Drop Details shows its claims with their dates', async ({ verified: page }) => {
    await page.goto('/drops/details')
    await expect(page.getByText('$200 until Dec 31, 2025; $0 since Jan 1, 2026')).toBeVisible()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Refund' }).click()
    await expect(page.getByRole('heading', { name: 'Refund' })).toBeInViewport()
    await noSidewaysScroll(page)
  })

  test('an unknown drop leads back to the vault', async ({ verified: page, browserErrors }) => {
    browserErrors.allow(/404/)
    const answer = await page.goto('/drops/no-such-drop')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Drop Not Found' })).toBeVisible()
    await expect(
      page.getByText("The drop you're looking for doesn't exist or has been removed."),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Back to Vault' }).click()
    await expect(page.getByRole('heading', { name: 'PACo Vault' })).toBeVisible()
  })
})

test.describe('the vault', () => {
  test('is searched and filtered, and keeps the filter in its URL', async ({ verified: page }) => {
    await page.goto('/drops/vault')
    const card = (name: string) => page.getByRole('article').filter({ hasText: name })
    await expect(card('Founders')).toBeVisible()
    await page.getByLabel('Search', { exact: true }).fill('HILL')
    await expect(card('Founders')).toHaveCount(0)
    await expect(card('Guerrilla Vol. 1').getByRole('link', { name: /^Join Drop/ })).toBeVisible()
    await expect(page).toHaveURL(/\?q=HILL$/)
    await page.reload()
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue('HILL')
    await expect(card('Founders')).toHaveCount(0)

    await page.getByLabel('Status').selectOption({ label: 'ARCHIVED' })
    await expect(page.getByRole('heading', { name: 'No Drops Found' })).toBeVisible()
    await expect(page.getByText('Try adjusting your filters or search terms.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page.getByText(/^\d+ of \d+ drops$/)).toBeFocused()
    await expect(card('Founders').getByRole('link', { name: /^View Details/ })).toBeVisible()
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue('')
    await noSidewaysScroll(page)
  })

  test('keeps its list and what is being typed while a search is answered', async ({ verified: page }) => {
    let letThrough = () => {}
    const wait = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.goto('/drops/vault')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
    await page.route('**/drops/vault.data*', async (route) => {
      await wait
      await route.continue()
    })
    const search = page.getByLabel('Search', { exact: true })
    const first = page.waitForRequest(/vault\.data\?q=HI&|vault\.data\?q=HI$/)
    await search.pressSequentially('HI')
    await first
    await expect(page.getByRole('article').filter({ hasText: 'Founders' })).toBeVisible()
    await search.pressSequentially('LL')
    letThrough()
    await expect(page).toHaveURL(/\?q=HILL$/)
    await expect(search).toHaveValue('HILL')
    await expect(search).toBeFocused()
    await expect(page.getByRole('article').filter({ hasText: 'Founders' })).toHaveCount(0)
  })

  test('shows six skeleton cards while loading', async ({ verified: page }) => {
    let letThrough = () => {}
    const wait = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.goto('/drops/details')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
    await page.route('**/drops/vault.data*', async (route) => {
      await wait
      await route.continue()
    })
    await page.getByRole('link', { name: 'Explore the Vault' }).click()
    const skeleton = page.getByRole('status', { name: 'Loading the vault' })
    await expect(skeleton.locator('.card')).toHaveCount(6)
    letThrough()
    await expect(page.getByRole('article').filter({ hasText: 'Founders' })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the vault is filtered by its form', async ({ verified: page }) => {
    await page.goto('/drops/vault')
    await page.getByLabel('Category').selectOption({ label: 'Grail' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('article').filter({ hasText: 'Founders' })).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Guerrilla Vol. 1' })).toHaveCount(0)
  })
})

test.describe('the public API', () => {
  test('answers programs that never passed the gate', async ({ request }) => {
    const first = await request.get('/api/drops/guerrilla-vol-1')
    expect(first.status()).toBe(200)
    expect(await first.json()).toMatchObject({
      slug: 'guerrilla-vol-1',
      total_units: 50,
      base_price: 249_900,
    })
    const again = await request.get('/api/drops/guerrilla-vol-1', {
      headers: { 'If-None-Match': first.headers().etag ?? '' },
    })
    expect([200, 304]).toContain(again.status())
    const missing = await request.get('/api/drops/none/patches')
    expect([missing.status(), await codeOf(missing)]).toEqual([404, 'drop_not_found'])
    const written = await request.post('/api/drops')
    expect([written.status(), await codeOf(written)]).toEqual([405, 'method_not_allowed'])
    for (const path of ['/api', '/api/nope']) {
      const nowhere = await request.get(path)
      expect([nowhere.status(), await codeOf(nowhere)]).toEqual([404, 'no_such_address'])
      expect(nowhere.headers()).toMatchObject({ 'access-control-allow-origin': '*' })
    }
    const preflight = await request.fetch('/api/drops', { method: 'OPTIONS' })
    expect([preflight.status(), preflight.headers()['access-control-allow-headers']]).toEqual([
      204,
      'If-None-Match',
    ])
    const description = await request.get('/api/openapi.json')
    expect(await description.json()).toMatchObject({ openapi: '3.1.0' })
  })
})
