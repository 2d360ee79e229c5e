import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('a page that was just opened draws what is near, and the rest once its visitor moves @phone', async ({
  untouched: page,
}) => {
  const letIn = await openBeforeItsScript(page)
  const [near, far] = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('heading', { name: 'How It Works' }),
  ]
  expect([await isDrawn(near), await isDrawn(far)]).toEqual([true, false])
  letIn()
  await page.evaluate(() => window.dispatchEvent(new Event('touchstart'))) // starts the script, and is no move yet
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  expect(await isDrawn(far)).toBe(false)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isDrawn(far)).toBe(true)
  await expect(page.locator('html')).not.toHaveAttribute('data-first-view')
})

test('what is near comes by itself, part by part, without its script and without a move @phone', async ({
  untouched: page,
  hasTouch,
}) => {
  // Nothing is near before its time, however fast the machine: the marks are read as they change.
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const note = () => {
      const part = document.querySelector('.bld-why h2')
      const isDrawn = part?.checkVisibility({ contentVisibilityAuto: true })
      const line = `${document.documentElement.dataset.firstView} ${isDrawn}`
      if (part && seen.at(-1) !== line) seen.push(line)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await openBeforeItsScript(page)
  const near = page.locator('.bld-why h2')
  await expect.poll(() => isDrawn(near)).toBe(true)
  await expect(page.locator('html')).toHaveAttribute('data-first-view', 'near')
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.at(-1)).toBe('near true')
  if (hasTouch) expect(seen).toContain('window false')
  expect(await isDrawn(page.getByRole('heading', { name: 'How It Works' }))).toBe(false)
})

test('before its script runs, a part of a page is drawn when it comes near', async ({ untouched: page }) => {
  const letIn = await openBeforeItsScript(page)
  const far = page.getByRole('heading', { name: 'How It Works' })
  expect(await isDrawn(far)).toBe(false)
  await far.evaluate((heading) => heading.scrollIntoView())
  await expect.poll(() => isDrawn(far)).toBe(true)
  await expect(far).toBeInViewport()
  letIn()
})

test('whoever comes back to a place in a page finds it there @phone', async ({ verified: page }) => {
  await page.goto('/build')
  const place = page.getByRole('heading', { name: 'How It Works' })
  await place.evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('html')).not.toHaveAttribute('data-first-view')
  await expect(place).toBeInViewport()
  const before = await topOf(place)

  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/faq"]')?.click())
  await expect(page.getByRole('heading', { level: 1, name: /questions/i })).toBeInViewport()
  await page.goBack()
  await expect.poll(() => topOf(place)).toBeCloseTo(before, -1)

  await page.reload()
  await expect.poll(() => topOf(place)).toBeCloseTo(before, -1)
})

/** Opens the longest page of the shop, and keeps its modules on the way. Returns how to let them in. */
async function openBeforeItsScript(page: Page): Promise<() => void> {
  let letIn = () => {}
  const free = new Promise<void>((resolve) => (letIn = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await free
    await route.continue()
  })
  await page.goto('/build')
  return letIn
}

const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)

const isDrawn = (part: Locator) =>
  part.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
