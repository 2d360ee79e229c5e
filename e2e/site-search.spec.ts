import { expect, holdRequests, test } from './fixtures.ts'
import { noLostText, noSidewaysScroll } from './page-checks.ts'

test('the slash opens the search, which answers while one types, is walked by arrows, and keeps its words', async ({
  verified: page,
}) => {
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('searchbox')

  // In a field a slash is a slash.
  const message = page.getByLabel('First name')
  await message.press('/')
  await expect(message).toHaveValue('/')
  await expect(dialog).toBeHidden()
  await message.blur()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(dialog.getByText('Drops, platforms and parts')).toBeVisible()

  await page.keyboard.type('tax stam')
  await expect(dialog.getByRole('region', { name: 'Questions' }).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()

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

  await field.fill('guerrilla')
  await drops
    .getByRole('link', { name: /Guerrilla/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/drops\/guerrilla/)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // Enter leads to the page of the search, also while its results are on their way.
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  const results = await holdRequests(page, /\/search\.data/)
  await field.fill('refund')
  await results.requested
  await field.press('Enter')
  await expect(dialog).toBeHidden()
  results.release()
  await expect(page).toHaveURL(/\/search\?q=refund/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the magnifier searches, gets the focus back, and what is found or not stays within the window', async ({
    verified: page,
  }) => {
    await page.goto('/')
    const magnifier = page.getByRole('link', { name: 'Search the site' })
    await magnifier.click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const field = dialog.getByRole('searchbox')
    await expect(field).toBeFocused()
    await page.keyboard.type('xyzzyq')
    await expect(dialog.getByText('Nothing here matches “xyzzyq”.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(magnifier).toBeFocused()
    await page.keyboard.press('Enter')
    await field.fill('refund')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=refund/)
    await expect(page.getByRole('region', { name: 'Policies' }).getByRole('link').first()).toBeVisible()
    await noSidewaysScroll(page)

    const long = page.getByRole('main').getByRole('searchbox')
    await long.fill('x'.repeat(80))
    await long.press('Enter')
    await expect(page.getByRole('heading', { name: /^Nothing here matches/ })).toBeVisible()
    await noLostText(page)
  })
})
