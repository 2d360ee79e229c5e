// A build from its finish to its submission, by script. How its slot is reserved and paid is proved by
// app/features/builds/sent-build.test.ts.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownAddress } from './buyer-steps.ts'

/** Drawings are repainted dozens of times: slow on a busy machine. */
test.describe.configure({ timeout: 120_000 })

const parts =
  'lower=billet-lower&upper=upper-556&barrel=barrel-14-5&stock=skeleton-stock&handguard=slotted-handguard'
/** The sheet once script runs it. */
const sheet = (page: Page) => page.locator('#configurator[data-alive]')
const total = (page: Page) => sheet(page).locator('output')

test('a finish is drawn and priced, and the build saved with it and compared', async ({ verified: page }) => {
  await page.goto(`/build?platform=ar15&${parts}`)
  await expect(sheet(page)).toBeVisible()
  const finishes = page.getByRole('group', { name: 'Finish' })
  await expect(finishes.getByRole('radio', { name: /^Standard black/ })).toBeChecked()
  const before = await total(page).textContent()
  const gray = finishes.getByRole('radio', { name: /^Cool gray/ })
  await gray.focus()
  await page.keyboard.press('Space')
  await expect(gray).toBeChecked()
  await expect(gray).toBeFocused()
  await expect(page).toHaveURL(/finish=cool-gray/)
  await expect(page.locator('.stage-view [data-part="handguard"]')).toHaveAttribute('style', /fill/)
  await expect(total(page)).toHaveText(before ?? '')
  await noSidewaysScroll(page)

  await page.getByRole('button', { name: 'Save Build for Later' }).click()
  await expect(page.getByRole('row', { name: 'Finish Cool gray Priced in your agreement' })).toBeVisible()
  await letteredFor(page, 1440, 900)
  await letteredFor(page, 390, 844)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: 'Compare with another build' }).click()
  await expect(page.getByRole('row', { name: /^Finish.*Cool gray, priced in your agreement$/ })).toBeVisible()
  await noSidewaysScroll(page)
})

test('the form that submits a build keeps what was typed where the state prohibits it, and is sent', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  await page.goto(`/build?platform=ar15&${parts}`)
  await expect(sheet(page)).toBeVisible()
  await page.getByRole('button', { name: 'Lock & Submit Build' }).click()
  const form = page.getByRole('form', { name: 'Lock & Submit Build' })
  await expect(form).toBeInViewport()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(ownAddress())
  await page.getByLabel('State you live in').selectOption('CA')
  await form.getByRole('button', { name: 'Submit Build' }).click()
  await expect(page.getByRole('alert')).toContainText('California')
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
  await page.getByLabel('State you live in').selectOption('FL')
  await form.getByRole('button', { name: 'Submit Build' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We’ve got your build' })).toBeVisible()
})

/** The drawing of a saved build is lettered for the width that it is shown at. */
async function letteredFor(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  const drawing = page.getByRole('img', { name: /barrel 14.5 in/ })
  const lettering = async () => {
    const shown = drawing.locator('.bp-dimension-text').filter({ visible: true })
    const [frame, ...letters] = await Promise.all([
      drawing.boundingBox(),
      ...(await shown.all()).map((each) => each.boundingBox()),
    ])
    return (
      letters.length > 0 &&
      letters.every(
        (box) =>
          box && frame && box.height >= 9 && box.x >= frame.x && box.x + box.width <= frame.x + frame.width,
      )
    )
  }
  await expect.poll(lettering).toBe(true)
}

test('the page of builds leads to its platforms, and each of them to the builder', async ({
  verified: page,
}) => {
  await page.goto('/build')
  await page.getByRole('link', { name: 'Start Your Build' }).click()
  const platforms = page.getByRole('region', { name: 'Choose Your Platform' })
  await expect(platforms).toBeInViewport()
  await platforms.getByRole('link', { name: 'AR-9', exact: true }).click()
  await expect(page).toHaveURL(/\/build\?platform=ar9#configurator$/)
  await expect(page.getByRole('region', { name: 'Configurator' })).toBeInViewport()
  await page.goBack()
  await expect(platforms).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('cards side by side are swiped, and the page stays within its width and eight screens', async ({
    verified: page,
  }) => {
    await page.goto('/build')
    await noSidewaysScroll(page)
    const packages = page.getByRole('group', { name: 'Packages' })
    expect(await packages.evaluate((rail) => rail.scrollWidth > rail.clientWidth)).toBe(true)
    expect((await page.getByRole('main').boundingBox())?.height).toBeLessThan(8 * 844)
  })
})
