import { expect, test } from './fixtures.ts'
import { noLostText, noSidewaysScroll } from './page-checks.ts'

test('the slash leads to the search, which answers while one types and keeps its words in the address', async ({
  verified: page,
}) => {
  await page.goto('/contact')
  // In a field a slash is a slash.
  const message = page.getByLabel('First name')
  await message.press('/')
  await expect(message).toHaveValue('/')
  await message.blur()
  await page.keyboard.press('/')
  await expect(page).toHaveURL(/\/search$/)
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()

  await page.keyboard.type('tax stam')
  await expect(page.getByRole('region', { name: 'Questions' }).getByRole('link').first()).toBeVisible()
  await expect(page).toHaveURL(/\/search\?q=tax\+stam$/)
  await page.keyboard.type('p')
  await expect(page).toHaveURL(/\/search\?q=tax\+stamp$/)
  await expect(field).toHaveValue('tax stamp')
  await expect(field).toBeFocused()

  await field.fill('guerrilla')
  const drops = page.getByRole('region', { name: 'Drops' })
  await expect(drops).toBeVisible()
  await drops
    .getByRole('link', { name: /Guerrilla/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/drops\/guerrilla/)
  await page.goBack()
  await expect(field).toHaveValue('guerrilla')
  await expect(drops).toBeVisible()
  await field.fill('')
  await expect(drops).toBeHidden()
  await expect(page).toHaveURL(/\/search$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the magnifier searches, and what is found or not stays within the window', async ({
    verified: page,
  }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Search the site' }).tap()
    const field = page.getByRole('searchbox')
    await expect(field).toBeFocused()
    await page.keyboard.type('xyzzyq')
    await expect(page.getByRole('heading', { name: 'Nothing here matches “xyzzyq”.' })).toBeVisible()
    await field.fill('refund')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=refund/)
    await expect(page.getByRole('region', { name: 'Policies' }).getByRole('link').first()).toBeVisible()
    await noSidewaysScroll(page)

    await field.fill('x'.repeat(80))
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: /^Nothing here matches/ })).toBeVisible()
    await noLostText(page)
  })
})
