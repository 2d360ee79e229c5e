// The bar at the foot of a phone's screen, which holds a number with one tap.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownDrop } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'

test.describe.configure({ timeout: 120_000 })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const bar = (page: Page) => page.getByRole('form', { name: 'Hold a number' })

test('the bar holds the chosen number once, or the nearest one when that is taken', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409|ERR_FAILED/)
  const slug = await ownDrop(50)
  await page.route('**/events?*', (route) => route.abort()) // the page hears nothing before the press
  await page.goto(`/drops/${slug}`)
  await expect(page.locator('.unit[tabindex="-1"]').first()).toBeAttached()
  await expect(page.getByRole('link', { name: 'Join Drop' })).toBeInViewport()
  await expect(bar(page)).toBeHidden()
  const unit = page.getByRole('button', { name: 'Number 5, open' })
  // Where the hero's button is out of view: the bar appears only there.
  await unit.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await unit.click()
  await expect(bar(page)).toBeVisible()
  await expect(bar(page)).toContainText('№ 5')
  await expect(bar(page)).toContainText('Your number')
  await noSidewaysScroll(page)

  await page.getByRole('button', { name: 'Hold № 5', exact: true }).scrollIntoViewIfNeeded()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('heading', { name: 'Collector Details' }).scrollIntoViewIfNeeded()
  await sqlOnShop(
    `update drop_units set state = 'taken' where number = 5 and drop_id = (select id from drops where slug = $1)`,
    [slug],
  )
  await bar(page).getByRole('button', { name: 'Hold number 5' }).click()
  await expect(bar(page)).toContainText('Someone got there first')
  await bar(page).getByRole('button', { name: 'Hold number 4' }).dblclick()
  await expect(page).toHaveURL(/\/checkout\//)
  const held = await sqlOnShop<{ ref: { number: number } }>(
    `select ref from order_lines where ref ->> 'slug' = $1`,
    [slug],
  )
  expect(held.map(({ ref }) => ref.number)).toEqual([4])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  // Nothing is loaded lazily then, and lit pictures take seconds to draw: the page does not wait for them.
  test('another finish of the receiver is chosen, and the bar is always there', async ({
    verified: page,
  }) => {
    await page.goto('/drops/guerrilla-vol-1', { waitUntil: 'domcontentloaded' })
    await expect(bar(page)).toBeVisible()
    const section = page.getByRole('region', { name: 'Your receiver' })
    await expect(section.getByText('Finish: Matte green-gray.')).toBeVisible()
    await section.getByRole('radio', { name: 'Night' }).check()
    await expect(section.getByText('Finish: Matte black.')).toBeVisible()
    await expect(section.getByText('Finish: Matte green-gray.')).toBeHidden()
    await expect(section.locator('.receiver-number').last()).toBeVisible()
    await bar(page)
      .getByRole('button', { name: /^Hold number \d+$/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Number \d+$/ })).toBeVisible()
  })
})
