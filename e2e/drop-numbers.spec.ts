// A number is chosen and held on the page of its drop, by script: the grid, its live updates, and the bar of a phone.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { hold, orderedNumbers, ownDrop } from './buyer-steps.ts'
import { sqlOnShop } from './shop.ts'

// Live updates, and a drop that ends meanwhile: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const unit = (page: Page, number: number) =>
  page.getByRole('radio', { name: new RegExp(`^Number ${number}, `) })
const holdButton = (page: Page, number: number) =>
  page.getByRole('button', { name: `Hold № ${number}`, exact: true })

/** Sells a number directly in the database, so that nothing is announced. */
const takeUnnoticed = (slug: string, number: number) =>
  sqlOnShop(
    `update drop_units set state = 'taken' where number = $2 and drop_id = (select id from drops where slug = $1)`,
    [slug, number],
  )

/** The numbers are followed once the button names one. */
const isFollowed = (page: Page) => expect(page.getByRole('button', { name: /^Hold № \d+$/ })).toBeVisible()

test('a number is chosen, refused as just taken, and the nearest one held once despite a lost answer, by keyboard', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409|ERR_FAILED|Failed to fetch/)
  const slug = await ownDrop(50)
  await page.route('**/events?*', (route) => route.abort()) // the page hears nothing before the press
  await page.goto(`/drops/${slug}`)
  await isFollowed(page)
  await unit(page, 7).check()
  await expect(page.locator('.stage-line')).toHaveAttribute('src', /\/line-7\.svg/)
  await unit(page, 7).press('ArrowRight')
  await expect(unit(page, 8)).toBeChecked()
  await expect(unit(page, 8)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('summary', { hasText: '0 taken' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(holdButton(page, 8)).toBeFocused()
  await takeUnnoticed(slug, 8)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'This number is taken' })).toBeVisible()
  await expect(page).toHaveURL(/reserve\?number=8$/)

  await page.goto(`/drops/${slug}`)
  await isFollowed(page)
  await expect(page.getByRole('radio', { name: 'Number 8, open' })).toHaveCount(0)
  await page.locator('summary', { hasText: '1 taken' }).click()
  await expect(page.locator('[data-gone]')).toHaveText('8')
  await unit(page, 11).check()
  let sent = 0
  await page.route('**/reserve', async (route) => {
    if (route.request().method() !== 'POST' || sent++) return route.continue()
    await route.fetch({ maxRedirects: 0 }) // the shop receives it, the response is lost
    return route.abort('failed')
  })
  await holdButton(page, 11).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Not sent')).toBeVisible()
  await holdButton(page, 11).dblclick()
  await expect(page).toHaveURL(/\/checkout\/\w+$/)
  expect(await orderedNumbers(slug)).toEqual([11])

  // It leads back to its checkout.
  await page.goto(`/drops/${slug}`)
  await page.getByRole('link', { name: 'Number 11, held for you' }).click()
  await expect(page).toHaveURL(/\/checkout\/\w+$/)
})

test('an open page follows other buyers, and lets a chosen number go in words', async ({
  verified: page,
  newVisitor,
}) => {
  const slug = await ownDrop(50)
  await page.goto(`/drops/${slug}`)
  await isFollowed(page)
  await unit(page, 4).check()
  await hold(await newVisitor(), slug, 2)
  await expect(unit(page, 2)).toHaveAccessibleName('Number 2, held')
  await expect(page.getByRole('status').filter({ hasText: 'Number 2 was just held.' })).toBeAttached()
  await expect(page.getByText('1 held while buyers check out')).toBeVisible()
  await expect(holdButton(page, 4)).toBeVisible()

  // The chosen number goes: it is let go in words, and nothing else is held in its place.
  await hold(await newVisitor(), slug, 4)
  await expect(page.getByRole('alert').filter({ hasText: 'Someone got there first' })).toBeVisible()
  await expect(unit(page, 4)).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^Number/, checked: true })).toHaveCount(0)
})

test('an open page closes at the second of the drop’s end, also where a number is chosen', async ({
  verified: page,
}) => {
  const slug = await ownDrop(50)
  await sqlOnShop(`update drops set end_date = now() + interval '20 seconds' where slug = $1`, [slug])
  await page.goto(`/drops/${slug}`)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await isFollowed(page)
  await unit(page, 4).check()
  await expect(page.getByText('ARCHIVED')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^The run is closed\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Hold/ })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Number/ })).toHaveCount(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the button stays at the foot of the screen, the metal on top, and a taken number leads to the nearest ones', async ({
    verified: page,
    browserErrors,
  }) => {
    browserErrors.allow(/409|ERR_FAILED/)
    const slug = await ownDrop(50)
    await page.route('**/events?*', (route) => route.abort()) // the page hears nothing before the press
    await page.goto(`/drops/${slug}`)
    await isFollowed(page)
    await expect(page.getByText('$2,499').first()).toBeInViewport()
    await unit(page, 45).scrollIntoViewIfNeeded()
    await unit(page, 45).check()
    await expect(page.locator('.stage-metal')).toBeInViewport()
    await unit(page, 5).check()
    for (const place of ['Collector Details', 'Pick your number']) {
      await page.getByRole('heading', { name: place }).scrollIntoViewIfNeeded()
      await expect(holdButton(page, 5)).toBeInViewport({ ratio: 1 })
    }
    await noSidewaysScroll(page)
    await takeUnnoticed(slug, 5)
    await holdButton(page, 5).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This number is taken' })).toBeVisible()
    await page.getByRole('button', { name: 'Hold № 4', exact: true }).dblclick()
    await expect(page).toHaveURL(/\/checkout\//)
    expect(await orderedNumbers(slug)).toEqual([4])
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('another number is cut and another finish shown, and the button leads to a number’s page', async ({
      verified: page,
    }) => {
      await page.goto('/drops/guerrilla-vol-1', { waitUntil: 'domcontentloaded' })
      const second = page.locator('.stage-view').nth(1)
      await expect(second).toHaveCSS('opacity', '0')
      await page.getByRole('radio', { name: /^Night/ }).check()
      await expect(second).toHaveCSS('opacity', '1')
      await page.getByRole('button', { name: 'Hold this number' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /^Number \d+$/ })).toBeVisible()
    })
  })
})
