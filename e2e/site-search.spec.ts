import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './on-its-way.ts'
import { noLostText, noSidewaysScroll } from './page-checks.ts'

/** Opens the search over a page with the key for it. */
async function openSearch(page: Page) {
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  await page.keyboard.press('/')
  return page.getByRole('dialog', { name: 'Search' })
}

test('a long word that nothing matches stays within a phone', async ({ verified: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/search?q=${'x'.repeat(80)}`)
  await expect(page.getByRole('heading', { name: /^Nothing here matches/ })).toBeVisible()
  await noLostText(page)
})

test('the slash opens the search, which answers while one types, and the arrows walk through it', async ({
  verified: page,
}) => {
  const dialog = await openSearch(page)
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('tax stam')
  const questions = dialog.getByRole('region', { name: 'Questions' })
  await expect(questions.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await dialog.getByRole('searchbox').fill('guerrilla')
  await dialog
    .getByRole('region', { name: 'Drops' })
    .getByRole('link', { name: /Guerrilla/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/drops\/guerrilla/)
  await expect(dialog).toBeHidden()
})

test('opened again, the search shows what was typed with its results, and without words what it searches', async ({
  verified: page,
}) => {
  const dialog = await openSearch(page)
  const field = dialog.getByRole('searchbox')
  await expect(dialog.getByText('Drops, platforms and parts')).toBeVisible()
  await field.fill('guerrilla')
  const drops = dialog.getByRole('region', { name: 'Drops' })
  await expect(drops).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await expect(field).toHaveValue('guerrilla')
  await expect(drops).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('x') // what was there is selected
  await expect(field).toHaveValue('x')
  await field.fill('')
  await expect(drops).toBeHidden()
  await expect(dialog.getByText('Drops, platforms and parts')).toBeVisible()
})

test('Enter leads to the page of the search, also while its results are on their way', async ({
  verified: page,
}) => {
  const dialog = await openSearch(page)
  const results = await holdRequests(page, /\/search\.data/)
  await dialog.getByRole('searchbox').fill('refund')
  await results.requested
  await dialog.getByRole('searchbox').press('Enter')
  await expect(dialog).toBeHidden()
  results.release()
  await expect(page).toHaveURL(/\/search\?q=refund/)
})

test('a slash in a field is a slash', async ({ verified: page }) => {
  await page.goto('/contact')
  const message = page.getByRole('textbox').first()
  await message.fill('')
  await message.press('/')
  await expect(message).toHaveValue('/')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the magnifier searches on a phone, gets the focus back, and nothing found says what to do', {
  tag: '@phone',
}, async ({ verified: page }) => {
  await page.goto('/')
  const magnifier = page.getByRole('link', { name: 'Search the site' })
  await magnifier.click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('xyzzyq')
  await expect(dialog.getByText('Nothing here matches “xyzzyq”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(magnifier).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('searchbox').fill('refund')
  await dialog.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/search\?q=refund/)
  await expect(page.getByRole('region', { name: 'Policies' }).getByRole('link').first()).toBeVisible()
  await noSidewaysScroll(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a page', async ({ verified: page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Search the site' }).click()
    await page.getByRole('searchbox').fill('weapon light')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('region', { name: 'Accessories' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/accessories\/[\w-]+$/)
  })
})
