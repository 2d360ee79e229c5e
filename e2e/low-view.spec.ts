// A phone on its side is 390 px high: what a page is for is in its first view. A keyboard takes half of a phone's window.
// Letters may be of more contrast. And what is lit is not printed.
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'

test.describe('a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('shows the buttons of the home page', async ({ verified: page }) => {
    await page.goto('/')
    const hero = page.getByRole('main').locator('section').first()
    for (const name of ['Join Current Drop', 'Explore CCW Courses'])
      await expect(hero.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    await noSidewaysScroll(page)
  })

  test('shows the buttons of /build and the top of its rifle', async ({ verified: page }) => {
    await page.goto('/build')
    for (const name of ['Start Your Build', 'Reserve a Slot'])
      await expect(page.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    expect(await shownPx(page.locator('.landing-rifle'))).toBeGreaterThan(100)
    await noSidewaysScroll(page)
  })

  test('shows the drawing of a build above its bar', async ({ verified: page }) => {
    await page.goto('/build?platform=ar15')
    const bar = await page.locator('.build-bar').boundingBox()
    const sheet = await page.locator('.stage-view').boundingBox()
    expect((bar?.y ?? 0) - (sheet?.y ?? Number.NaN)).toBeGreaterThan(120)
    await noSidewaysScroll(page)
  })
})

test('a phone whose keyboard takes half of the window shows the field in use and its error', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await page.setViewportSize({ width: 390, height: 420 })
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  // Of a field with several lines browsers show the one that is typed.
  const invalid = page.locator('main :is(input, select)[aria-invalid="true"]')
  await expect(invalid.first()).toBeAttached()
  for (const field of await invalid.all()) {
    await page.evaluate(() => scrollTo(0, 0))
    await field.focus()
    const error = page.locator(`[id="${(await field.getAttribute('aria-describedby'))?.split(' ')[0]}"]`)
    await expect(error).toBeInViewport({ ratio: 1 })
  }
})

test('who prefers more contrast reads every text at 7 : 1', async ({ verified: page }) => {
  await page.emulateMedia({ contrast: 'more' })
  for (const path of [
    '/',
    '/drops/guerrilla-vol-1',
    '/build?platform=ar15',
    '/ccw-training/register',
    '/contact',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await axe(page, page.locator('html'), { type: 'rule', values: ['color-contrast-enhanced'] })
    })
})

test('a lit picture is a dark block on paper, and is not printed', async ({ verified: page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/build?platform=ar15')
  await expect(page.getByRole('region', { name: 'Configurator' }).locator('figure img')).toBeHidden()
  await expect(page.locator('.stage-view')).toBeVisible()
  await page.goto('/drops/guerrilla-vol-1')
  await expect(page.locator('.receiver')).toBeHidden()
  await page.emulateMedia({ media: null })
})

/** How much of an element's height is in the first view, in pixels. */
async function shownPx(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return 390 - (box?.y ?? Number.NaN)
}
