// The console's frame, the orders list and the search, by keys and on a phone.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './on-its-way.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, givenReservation, hold, ownDrop, pay } from './reservation-steps.ts'
import { signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('an order is found in the list and by the search, and its row is a place for keys', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'manager', { baseURL })
  await page.goto('/staff/orders?payment=held,paid')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeAttached()
  await noSidewaysScroll(page)
  await page.goto('/staff/orders?edit=stage')
  await page.getByLabel('in build').check()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/staff\/orders\?stage=in_build$/)
  await expect(page.getByRole('group', { name: 'Filter stage is in build' })).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter stage' }).click()
  await expect(page).toHaveURL(/\/staff\/orders$/)
  await expect(page.getByRole('group', { name: 'Filter stage is in build' })).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  await page.getByRole('link', { name: /^Search or run/ }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('to decide')
  await expect(page.getByRole('option', { name: /To decide/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stage=review/)
})

test('the words of the top line fit a small laptop, and the drop of now is above the list on a phone', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/staff')
  const words = page.getByRole('navigation', { name: 'Console' })
  await expect(words.getByRole('link', { name: 'People' })).toBeInViewport({ ratio: 1 })
  expect(await words.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  const [drop, list] = [page.getByRole('link', { name: 'As visitors see it' }), page.locator('.con-parts')]
  await page.setViewportSize({ width: 390, height: 844 })
  const [above, below] = [await drop.boundingBox(), await list.boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  await noSidewaysScroll(page)
})

test('below a laptop the words and the account are in a menu, which scrolls and closes where it has led', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/staff')
  const words = page.getByRole('navigation', { name: 'Console' })
  await expect(words).toBeHidden()
  await page.getByLabel('Menu').click()
  await expect(words.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await noSidewaysScroll(page)
  await words.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeAttached()
  await expect(words).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Menu').click()
  const way = words.getByRole('button', { name: 'Sign out' })
  await way.hover()
  await expect(way).toBeInViewport({ ratio: 1 })
})

test('a small tablet has cards in place of a table that it has no room for, and a laptop has the table', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  await page.setViewportSize({ width: 740, height: 900 })
  await page.goto('/staff/drops')
  const card = page.getByRole('listitem').filter({ hasText: 'Guerrilla Vol. 1' })
  await expect(card).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(card).toBeHidden()
  await expect(page.getByRole('link', { name: 'Guerrilla Vol. 1' })).toBeInViewport({ ratio: 1 })
})

test('on a tablet an order has room for what comes next, and the lists of orders and drops fit their sheet', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId } = await givenReservation(page)
  await signInAs(context, 'manager', { baseURL })
  await page.setViewportSize({ width: 740, height: 900 })
  await page.goto(`/staff/orders/${orderId}`)
  const block = page.getByRole('contentinfo', { name: 'Title block' })
  for (const part of [block, ...(await block.getByRole('definition').all())])
    expect(await tooWide(part), await part.innerText()).toBeLessThanOrEqual(1)
  for (const [path, first, lesser] of [
    ['/staff/orders', 'Order', 'Dealer'],
    ['/staff/drops', 'Name', 'Ends'],
  ] as const) {
    await page.setViewportSize({ width: 960, height: 768 })
    await page.goto(path)
    await expect(page.getByRole('columnheader', { name: first })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: lesser })).toBeHidden()
    for (const width of [960, 1024, 1180, 1280]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await tooWide(page.locator('#main')), `${path} at ${width} px`).toBe(0)
    }
    await expect(page.getByRole('columnheader', { name: lesser })).toBeVisible()
  }
})

/** By how many pixels something is wider than its place. */
const tooWide = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth)

test('the search outlasts a slow page, and Enter right after typing opens what was typed', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'manager', { baseURL })
  await page.goto('/staff/orders')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  const answer = await holdRequests(page, /\/staff\/shipping\.data/)
  await page
    .getByRole('link', { name: /^Shipping/ })
    .first()
    .click()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toBeVisible()
  answer.release()
  await expect(page).toHaveTitle(/Shipping/)
  await expect(box).toBeVisible()
  await box.pressSequentially('to decide')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stage=review/)
})

test('keys move, select, open, go and change the paper; in fields they are letters', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const drop = await ownDrop()
  await hold(page, drop, 7)
  await fillIn(page)
  await pay(page)
  await signInAs(context, 'manager', { baseURL })
  await page.goto('/staff/orders')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('contentinfo', { name: 'Selection' })).toContainText('1 of')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('contentinfo', { name: 'Title block' })).toBeVisible()
  const dark = await paperOf(page)
  // A whole page answers, as to the button: switched in place, parts kept the other paper.
  const answer = page.waitForRequest((request) => request.isNavigationRequest())
  await page.keyboard.press('Shift+L')
  await answer
  await expect(page.locator('html')).toHaveAttribute('data-paper', 'light')
  const light = await paperOf(page)
  expect(light.ground).toBeGreaterThan(dark.ground)
  expect(light.letters).toBeLessThan(dark.letters)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  await expect(page.locator('html')).toHaveAttribute('data-paper', 'light')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.type('jx?')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('jx?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // The browser gives the focus back a moment after it has hidden the dialog.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await page.keyboard.press('j')
  await expect(page.locator('[data-row] [data-open]').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/orders\/[A-Z0-9]{10}\?list=$/)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/staff\/orders$/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('checked orders are previewed before they are moved', async ({ verified: page, context, baseURL }) => {
    const orderId = await hold(page, await ownDrop(), 7)
    await signInAs(context, 'manager', { baseURL })
    await page.goto(`/staff/orders?q=${orderId}`)
    await page.getByRole('checkbox', { name: `Select ${orderId}` }).check()
    await page.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByRole('row', { name: new RegExp(`${orderId}.*Held`) })).toBeVisible()
  })

  test('lists, filters, views and search are pages and forms', async ({ page, context, baseURL }) => {
    await signInAs(context, 'desk', { baseURL })
    await page.goto('/staff/orders?edit=state')
    await page.getByLabel('Texas').check()
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/\/staff\/orders\?state=TX$/)
    await page.getByText('Save view').first().click()
    await page.getByLabel('Name of the view').fill('Texas')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('link', { name: /^Texas/ })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: /^Search or run/ }).click()
    await page.getByRole('searchbox').fill('orders')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('link', { name: /To decide/ })).toBeVisible()
  })
})

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

test('a refused form takes the eye to what is wrong, and a form that opens shows its buttons', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4(09|22)/)
  await signInAs(context, 'owner', { baseURL })
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.goto('/staff/classes/courses/new')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  await page.getByRole('button', { name: 'Add course' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport()

  const { orderId } = await givenReservation(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/staff/orders/${orderId}`)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  await page.getByRole('link', { name: 'Refund all, a line or an amount' }).click()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeInViewport({ ratio: 1 })
})
