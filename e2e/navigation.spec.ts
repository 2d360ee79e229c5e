import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const batches = (page: Page) => bar(page).getByRole('link', { name: 'Small-Batch' })
const lastLine = (page: Page) => bar(page).getByRole('link', { name: 'Cyber Line' })

test('the main menu works by key, and in a narrow window by its button; a navigation is announced', async ({
  verified: page,
}) => {
  await page.goto('/faq')
  const title = page.getByRole('heading', { level: 1 })
  const announced = page.locator('body > [aria-live]')
  await expect(announced).toHaveText('')
  await batches(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(bar(page).getByRole('link', { name: 'Current Releases' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(lastLine(page)).toBeFocused()
  await page.keyboard.press('ArrowDown') // from the last to the first
  await page.keyboard.press('ArrowUp')
  await expect(lastLine(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(batches(page)).toBeFocused()
  await expect(batches(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(lastLine(page)).toBeHidden()

  await page.keyboard.press('ArrowUp')
  await expect(lastLine(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/small-batch/cyber')
  await expect(batches(page)).toHaveAttribute('aria-current')
  await expect(lastLine(page)).toBeHidden()
  await expect(title).toBeFocused()
  await expect(announced).toHaveText(await page.title())
  await page.goBack()
  await expect(page).toHaveURL('/faq')
  await expect(title).toBeFocused()
  await expect(announced).toHaveText(/questions/i)

  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(lastLine(page)).toBeHidden()
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(lastLine(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(lastLine(page)).toBeHidden()
  await menu.click()
  await lastLine(page).click()
  await expect(page).toHaveURL('/small-batch/cyber')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
})

test.describe('touch on a wide screen', () => {
  test.use({ hasTouch: true })

  test('opens a dropdown with the first tap and follows the label with the second', async ({
    verified: page,
  }) => {
    await page.goto('/faq')
    await batches(page).tap()
    await expect(lastLine(page)).toBeVisible()
    await expect(page).toHaveURL('/faq')
    await batches(page).tap()
    await expect(page).toHaveURL('/small-batch')
    await expect(lastLine(page)).toBeHidden()
  })
})

test('where the script of the next page is lost, its address is opened all the same', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|route module|dynamically imported/)
  await page.goto('/learn')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await page.route('**/assets/services-*.js', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/services')
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  /** How far the page is scrolled in the frame that shows another heading. */
  const scrolledWhenShown = (page: Page) =>
    page.evaluate(() => {
      const left = document.querySelector('h1')
      return new Promise<number>((resolve) => {
        const look = () => {
          const heading = document.querySelector('h1')
          if (heading && heading !== left) resolve(scrollY)
          else requestAnimationFrame(look)
        }
        look()
      })
    })

  test('the next page shows its top at once, and the last one the place where it was left', async ({
    verified: page,
  }) => {
    await page.goto('/about')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(500)
    const next = scrolledWhenShown(page)
    await link.click()
    expect(await next).toBe(0)
    const last = scrolledWhenShown(page)
    await page.goBack()
    expect(await last).toBe(place)
  })
})
