import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

const summary = (page: Page) => page.getByRole('complementary', { name: 'Your build' })

test('a finish is lit and priced, and is in the address, the saved build and its spec sheet', async ({
  verified: page,
}) => {
  await page.goto('/build?platform=ar15&lower=forged-lower')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const finishes = page.getByRole('group', { name: 'Finish' })
  const lit = page.getByRole('img', { name: /^The receiver of this build, lit/ })
  await expect(finishes.getByRole('button', { name: 'Standard black Included' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const total = await summary(page).locator('output').textContent()
  const gray = finishes.getByRole('button', { name: 'Cool gray Priced in your agreement' })
  await gray.focus()
  const room = await lit.boundingBox()
  await page.keyboard.press('Enter')
  await expect(gray).toHaveAttribute('aria-pressed', 'true')
  await expect(gray).toBeFocused()
  await expect(page).toHaveURL(/finish=cool-gray/)
  await expect(lit).toHaveAccessibleName(/Cool gray$/)
  await expect.poll(() => lit.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(960)
  expect(await lit.boundingBox()).toEqual(room)
  await expect(summary(page).locator('output')).toHaveText(total ?? '')
  await expect(page.getByText('Not in the build total: its price comes with your agreement')).toBeVisible()
  await noSidewaysScroll(page)

  await summary(page).getByRole('button', { name: 'Save Build for Later' }).click()
  await expect(page.getByRole('row', { name: 'Finish Cool gray Priced in your agreement' })).toBeVisible()
  await page.getByRole('link', { name: 'Compare with another build' }).click()
  await expect(page.getByRole('row', { name: /^Finish.*Cool gray, priced in your agreement$/ })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a press opens the build in that finish, and saves it so', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/build?platform=ar9&lower=lower-9mm')
    await page.getByRole('button', { name: 'Matte green-gray Priced in your agreement' }).click()
    await expect(page).toHaveURL(/finish=green-gray/)
    await expect(summary(page).getByRole('link', { name: /Matte green-gray/ })).toBeVisible()
    await summary(page).getByRole('button', { name: 'Save Build for Later' }).click()
    await expect(
      page.getByRole('row', { name: 'Finish Matte green-gray Priced in your agreement' }),
    ).toBeVisible()
  })
})
