// A phone on its side is 390 px high: what a page is for is in its first view. A keyboard takes half of a phone's window.
// Letters may be of more contrast. And what is lit is not printed.
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'

test.describe('a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('shows what a page is for: the buttons of home and of /build with its rifle, and the drawing of a build', async ({
    verified: page,
  }) => {
    await page.goto('/')
    const hero = page.getByRole('main').locator('section').first()
    for (const name of ['Join Current Drop', 'Explore CCW Courses'])
      await expect(hero.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    await noSidewaysScroll(page)

    await page.goto('/build')
    for (const name of ['Start Your Build', 'Reserve a Slot'])
      await expect(page.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    expect(await shownPx(page.locator('.landing-rifle'))).toBeGreaterThan(100)
    await noSidewaysScroll(page)

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

test('who prefers more contrast reads every text at 7 : 1, and what is only for the screen, as a lit picture, is not printed', async ({
  verified: page,
}) => {
  const onScreen: Record<string, Locator> = {
    '/drops/guerrilla-vol-1': page.locator('.stage-metal'),
    '/build?platform=ar15': page.getByRole('group', { name: /Lower Receiver/ }),
  }
  for (const path of ['/', ...Object.keys(onScreen), '/ccw-training/register', '/contact'])
    await test.step(path, async () => {
      await page.emulateMedia({ contrast: 'more' })
      await page.goto(path)
      await axe(page, page.locator('html'), { type: 'rule', values: ['color-contrast-enhanced'] })
      const part = onScreen[path]
      if (!part) return
      await page.emulateMedia({ contrast: null, media: 'print' })
      await expect(part).toBeHidden()
      if (path.startsWith('/build')) await expect(page.locator('.stage-view')).toBeVisible()
      await page.emulateMedia({ media: null })
    })
})

/** How much of an element's height is in the first view, in pixels. */
async function shownPx(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return 390 - (box?.y ?? Number.NaN)
}
