// The console's frame: its keys and its search, and what fits where.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownDrop, reserve } from './buyer-steps.ts'
import { keysAct, signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('rows are selected, the paper is changed, and a few keys search, clear and go back', async ({
  verified: page,
  context,
}) => {
  await reserve(page, await ownDrop(), 7)
  await signInAs(context, 'manager')
  const html = page.locator('html')
  await page.goto('/staff/orders')
  await keysAct(page)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('contentinfo', { name: 'Selection' })).toContainText('1 of')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('contentinfo', { name: 'Title block' })).toBeVisible()
  const dark = await paperOf(page)
  await page.locator('.con-popover summary').click()
  await page.getByRole('button', { name: 'Light paper' }).click()
  await expect(html).toHaveAttribute('data-paper', 'light')
  const light = await paperOf(page)
  expect(light.ground).toBeGreaterThan(dark.ground)
  expect(light.letters).toBeLessThan(dark.letters)
  await page.reload()
  await keysAct(page)
  await expect(html).toHaveAttribute('data-paper', 'light')

  // The search starts empty, finds what is typed, and Enter right after typing opens it.
  const box = page.getByRole('textbox', { name: 'Search' })
  await page.keyboard.press('Control+k')
  await expect(box).toHaveValue('')
  await box.pressSequentially('to decide')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stage=review/)
  await keysAct(page)
  await page.getByRole('link', { name: /^Search or run/ }).click()
  await box.fill('to decide')
  await box.press('ArrowDown')
  await expect(page.getByRole('dialog').getByRole('link', { name: /To decide/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(box).toBeFocused()
  const tab = page.context().waitForEvent('page')
  await box.press('Control+Enter')
  await expect(await tab).toHaveURL(/stage=review/)
  await (await tab).close()

  await page.goto('/staff/shipping/pick-list')
  await keysAct(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/staff\/shipping$/)
})

test('the frame and its lists fit a laptop, a tablet and a phone', async ({ page, context }) => {
  await signInAs(context, 'owner')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/staff')
  const words = page.getByRole('navigation', { name: 'Console' })
  await expect(words.getByRole('link', { name: 'People' })).toBeInViewport({ ratio: 1 })
  expect(await tooWide(words)).toBe(0)

  // On a phone the drop of now is above the list, and the menu scrolls.
  await page.setViewportSize({ width: 390, height: 844 })
  const [drop, list] = [page.getByRole('link', { name: 'As visitors see it' }), page.locator('.con-parts')]
  const [above, below] = [await drop.boundingBox(), await list.boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  await noSidewaysScroll(page)
  await page.getByLabel('Menu').click()
  const signOut = words.getByRole('button', { name: 'Sign out' })
  await signOut.hover()
  await expect(signOut).toBeInViewport({ ratio: 1 })

  // Below a laptop the words are in that menu, which closes where it has led.
  await page.reload()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(words).toBeHidden()
  await page.getByLabel('Menu').click()
  await expect(signOut).toBeVisible()
  await noSidewaysScroll(page)
  await words.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeAttached()
  await expect(words).toBeHidden()
  await fitsItsSheet(page, 'Order', 'Dealer')

  // A small tablet has cards in place of a table that it has no room for.
  await page.setViewportSize({ width: 740, height: 900 })
  await page.goto('/staff/drops')
  const card = page.getByRole('listitem').filter({ hasText: 'Guerrilla Vol. 1' })
  await expect(card).toBeVisible()
  await fitsItsSheet(page, 'Name', 'Ends')
  await expect(card).toBeHidden()
  await expect(page.getByRole('link', { name: 'Guerrilla Vol. 1' })).toBeInViewport({ ratio: 1 })
})

/** Asserts that the list on the page is never wider than its sheet, and shows a lesser column once there is room. */
async function fitsItsSheet(page: Page, first: string, lesser: string) {
  await page.setViewportSize({ width: 960, height: 768 })
  await expect(page.getByRole('columnheader', { name: first })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: lesser })).toBeHidden()
  for (const width of [960, 1024, 1180, 1280]) {
    await page.setViewportSize({ width, height: 768 })
    expect(await tooWide(page.locator('#main')), `${page.url()} at ${width} px`).toBe(0)
  }
  await expect(page.getByRole('columnheader', { name: lesser })).toBeVisible()
}

/** By how many pixels something is wider than its place. */
const tooWide = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth)

/** How light the ground of the top line is, and its letters. */
const paperOf = (page: Page) =>
  page.evaluate(() => {
    const lightness = (color: string) => Number(/[\d.]+/.exec(color)?.[0])
    const word = document.querySelector('.con-top .con-words a') ?? document.body
    return {
      ground: lightness(getComputedStyle(document.body).backgroundColor),
      letters: lightness(getComputedStyle(word).color),
    }
  })

test('a refused form takes the eye to what is wrong', async ({ page, context, browserErrors }) => {
  browserErrors.allow(/status of 422/)
  await signInAs(context, 'owner')
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.goto('/staff/classes/new')
  await keysAct(page)
  await page.getByRole('button', { name: 'Add to the schedule' }).click()
  const day = page.getByLabel('Day', { exact: true })
  await expect(day).toBeFocused()
  await expect(day).toBeInViewport()
})
