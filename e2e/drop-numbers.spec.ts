import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { hold, ownDrop } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'

// Two pages, live updates and many concurrent journeys: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

/** A live drop that ends in a few seconds. A launching one would be the newest, which other journeys look at. */
async function endingDrop(seconds: number): Promise<string> {
  const slug = await ownDrop(5)
  await sqlOnShop(`update drops set end_date = now() + make_interval(secs => $2) where slug = $1`, [
    slug,
    seconds,
  ])
  return slug
}

/** Directly in the database, so nothing is announced. */
async function takeQuietly(slug: string, number: number) {
  await sqlOnShop(
    `update drop_units set state = 'taken' where number = $2 and drop_id = (select id from drops where slug = $1)`,
    [slug, number],
  )
}

const unit = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Number ${number}, `) })
const holdButton = (page: Page, number: number) =>
  page.getByRole('button', { name: `Hold № ${number}`, exact: true })
const orders = (slug: string) =>
  sqlOnShop<{ count: number }>(`select count(*)::int as count from order_lines where ref ->> 'slug' = $1`, [
    slug,
  ]).then(([row]) => row?.count)

/** The page is hydrated once only one number is a tab stop. */
async function hydrated(page: Page) {
  await expect(page.locator('.unit[tabindex="-1"]').first()).toBeAttached()
}

test.describe('choosing a number', () => {
  test('engraves it, highlights its stroke, and holds it once, however often the button is pressed', {
    tag: '@phone',
  }, async ({ verified: page }) => {
    const slug = await ownDrop(12)
    await page.goto(`/drops/${slug}`)
    await unit(page, 7).click()
    await expect(unit(page, 7)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('img', { name: /number 7 of 12$/ })).toBeVisible()
    await expect(page.locator('.art-map [data-u="7"]')).toHaveClass(/mine/)
    await holdButton(page, 7).dblclick()
    await expect(page).toHaveURL(/\/checkout\/\w+$/)
    expect(await orders(slug)).toBe(1)
  })

  test('works with the keyboard only', async ({ verified: page }) => {
    const slug = await ownDrop(24)
    await page.goto(`/drops/${slug}`)
    await hydrated(page)
    await unit(page, 1).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    const columns = (page.viewportSize()?.width ?? 0) >= 900 ? 10 : 5
    const reached = 2 + columns
    await expect(unit(page, reached)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(unit(page, reached)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Pick the lowest open number' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(holdButton(page, reached)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/checkout\//)
  })

  test('that someone else just took offers the nearest ones in one press', async ({
    verified: page,
    browserErrors,
  }) => {
    browserErrors.allow(/409|ERR_FAILED/)
    const slug = await ownDrop(6)
    await page.route('**/events?*', (route) => route.abort()) // the page hears nothing before the press
    await page.goto(`/drops/${slug}`)
    await unit(page, 3).click()
    await takeQuietly(slug, 3)
    await holdButton(page, 3).click()
    await expect(page.getByRole('alert')).toContainText('Someone got there first')
    await expect(unit(page, 3)).toHaveAccessibleName('Number 3, taken')
    await holdButton(page, 2).click()
    await expect(page).toHaveURL(/\/checkout\//)
  })

  test('survives a network failure: pressing again starts one order', async ({
    verified: page,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_FAILED|Failed to fetch/)
    const slug = await ownDrop(6)
    await page.goto(`/drops/${slug}`)
    await unit(page, 2).click()
    let sent = 0
    await page.route('**/reserve.data*', async (route) => {
      if (route.request().method() !== 'POST' || sent++) return route.continue()
      await route.fetch() // the shop receives it, the response is lost
      return route.abort('failed')
    })
    await holdButton(page, 2).click()
    await expect(page.getByRole('alert')).toContainText('We could not be reached')
    await page.getByRole('button', { name: 'Hold № 2' }).click()
    await expect(page).toHaveURL(/\/checkout\//)
    expect(await orders(slug)).toBe(1)
  })
})

test.describe('while the page is open', () => {
  test('it follows changes from another browser', async ({
    verified: page,
    browser,
    baseURL,
    browserErrors,
  }) => {
    const slug = await ownDrop(5)
    await page.goto(`/drops/${slug}`)
    await hydrated(page)
    await expect(page.locator('.hero [data-u="2"]')).toHaveClass('u open')

    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    browserErrors.watch(other)
    await passAgeGate(other, baseURL ?? '')
    const buyer = await other.newPage()
    await hold(buyer, slug, 2)

    await expect(unit(page, 2)).toHaveAccessibleName('Number 2, held')
    await expect(page.getByRole('status').filter({ hasText: 'Number 2 was just held.' })).toBeAttached()
    await expect(page.getByText('1 held while buyers check out')).toBeAttached()
    await expect(page.locator('.hero [data-u="2"]')).toHaveClass('u held')
    await other.close()
  })

  test('it closes at the second of its end, without a reload', async ({ verified: page }) => {
    const slug = await endingDrop(12)
    await page.goto(`/drops/${slug}`)
    await expect(unit(page, 4)).toHaveAccessibleName('Number 4, open')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await expect(page.getByText('ARCHIVED')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('The run is closed', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Hold|Number)/ })).toHaveCount(0)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  // Without script nothing is loaded lazily, and a new drop's lit pictures take seconds to draw: its forms do not wait for them.
  const withoutPictures = { waitUntil: 'domcontentloaded' } as const

  test('a number is chosen, held and refused by forms', async ({ verified: page, browserErrors }) => {
    browserErrors.allow(/409/)
    const slug = await ownDrop(5)
    await page.goto(`/drops/${slug}`, withoutPictures)
    await unit(page, 4).click()
    await expect(page).toHaveURL(/\/reserve\?number=4$/)
    await expect(page.getByRole('heading', { name: 'Number 4' })).toBeVisible()
    await noSidewaysScroll(page)
    await takeQuietly(slug, 4)
    await holdButton(page, 4).click()
    await expect(page.getByText('This number is taken')).toBeVisible()
    await holdButton(page, 3).click()
    await expect(page).toHaveURL(/\/checkout\//)

    await page.goto(`/drops/${slug}`, withoutPictures)
    await page.getByRole('button', { name: 'Pick the lowest open number' }).click()
    await expect(page.getByRole('heading', { name: 'Number 1' })).toBeVisible()
  })
})
