import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { expect, test } from './fixtures.ts'
import { ownDrop } from './reservation-steps.ts'
import { shopAddress, sqlOnShop } from './shop.ts'

// Live updates, and a drop that ends meanwhile: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const unit = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Number ${number}, `) })
const holdButton = (page: Page, number: number) =>
  page.getByRole('button', { name: `Hold № ${number}`, exact: true })

/** The page is hydrated once only one number is a tab stop. */
async function hydrated(page: Page) {
  await expect(page.locator('.unit[tabindex="-1"]').first()).toBeAttached()
}

test('a number is chosen, refused as just taken, and the nearest one held once despite a lost answer, by keyboard', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409|ERR_FAILED|Failed to fetch/)
  const slug = await ownDrop(50)
  await page.route('**/events?*', (route) => route.abort()) // the page hears nothing before the press
  await page.goto(`/drops/${slug}`)
  await hydrated(page)
  await unit(page, 7).click()
  await expect(unit(page, 7)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('img', { name: /number 7 of 50$/ })).toBeVisible()
  await expect(page.locator('.art-map [data-u="7"]')).toHaveClass(/mine/)
  // The sticky bar is for phones.
  await page.getByRole('heading', { name: 'Collector Details' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('form', { name: 'Hold a number' })).toBeHidden()

  await unit(page, 1).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(unit(page, 12)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(unit(page, 12)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pick the lowest open number' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(holdButton(page, 12)).toBeFocused()
  // Directly in the database, so nothing is announced.
  await sqlOnShop(
    `update drop_units set state = 'taken' where number = 12 and drop_id = (select id from drops where slug = $1)`,
    [slug],
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Someone got there first')
  await expect(unit(page, 12)).toHaveAccessibleName('Number 12, taken')

  let sent = 0
  await page.route('**/reserve.data*', async (route) => {
    if (route.request().method() !== 'POST' || sent++) return route.continue()
    await route.fetch() // the shop receives it, the response is lost
    return route.abort('failed')
  })
  await holdButton(page, 11).click()
  await expect(page.getByRole('alert')).toContainText('We could not be reached')
  await holdButton(page, 11).dblclick()
  await expect(page).toHaveURL(/\/checkout\/\w+$/)
  const held = await sqlOnShop<{ ref: { number: number } }>(
    `select ref from order_lines where ref ->> 'slug' = $1`,
    [slug],
  )
  expect(held.map(({ ref }) => ref.number)).toEqual([11])
})

test('an open page follows another buyer, and closes at the second of the drop’s end', async ({
  verified: page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  const slug = await ownDrop(50)
  await page.goto(`/drops/${slug}`)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await hydrated(page)
  await expect(page.locator('.hero [data-u="2"]')).toHaveClass('u open')
  const held = await request.post(`/drops/${slug}/reserve`, {
    form: { number: '2', key: randomUUID() },
    headers: {
      Accept: 'text/html',
      Origin: shopAddress(),
      Cookie: `${recordKey}=${encodeURIComponent(new Date().toISOString())}`,
    },
    maxRedirects: 0,
  })
  expect(held.headers().location).toMatch(/^\/checkout\//)
  await expect(unit(page, 2)).toHaveAccessibleName('Number 2, held')
  await expect(page.getByRole('status').filter({ hasText: 'Number 2 was just held.' })).toBeAttached()
  await expect(page.getByText('1 held while buyers check out')).toBeAttached()
  await expect(page.locator('.hero [data-u="2"]')).toHaveClass('u held')

  // A refusal makes the page read the drop again, which ends a few seconds later by now.
  await unit(page, 4).click()
  await sqlOnShop(
    `with ending as (update drops set end_date = now() + interval '8 seconds' where slug = $1 returning id)
     update drop_units set state = 'taken' where number = 4 and drop_id in (select id from ending)`,
    [slug],
  )
  await holdButton(page, 4).click()
  await expect(page.getByRole('alert')).toContainText('Someone got there first')
  await expect(unit(page, 3)).toHaveAccessibleName('Number 3, open')
  await expect(page.getByText('ARCHIVED')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The run is closed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Hold|Number)/ })).toHaveCount(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
