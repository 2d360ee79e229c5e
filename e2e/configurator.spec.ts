// The configurator by script: its drawing and its choices, by mouse, by keys and by finger. What it says and how it works without
// script is proved beside the feature.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

/** Drawings are repainted dozens of times: slow on a busy machine. */
test.describe.configure({ timeout: 120_000 })

const hotspot = (page: Page, number: number) => page.getByRole('link', { name: new RegExp(`^${number}\\. `) })
const drawing = (page: Page) => page.getByRole('img', { name: /right side elevation/ })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Build steps' })
const configurator = (page: Page) => page.getByRole('region', { name: 'Configurator' })
const total = (page: Page) => configurator(page).locator('output')
const submit = (page: Page) => configurator(page).getByRole('button', { name: 'Lock & Submit Build' })
const part = (page: Page, name: RegExp) => configurator(page).getByRole('radio', { name })
const accessory = (page: Page, name: RegExp) => configurator(page).getByRole('checkbox', { name })

test('every rule of the configurator, and its address opens the same build', async ({ verified: page }) => {
  await openBuild(page, 'platform=ar15')
  await expect(page.getByRole('link', { name: /^\d\. / })).toHaveCount(8)
  await expect(hotspot(page, 1)).toHaveAttribute('data-state', 'calling')
  await expect(steps(page).getByRole('link', { name: /Upper/ })).toHaveCount(0)
  await expect(drawing(page)).toHaveAccessibleName(/barrel 10.3 in, overall 27.6 in/)

  await hotspot(page, 1).click()
  await expect(part(page, /^Forged lower/)).toBeFocused()
  await part(page, /^Billet lower/).check()
  await expect(hotspot(page, 2)).toHaveAttribute('data-state', 'calling')
  await expect(steps(page)).toContainText('1 of 8')
  await expect(configurator(page).getByRole('link', { name: 'Next: Upper' })).toBeVisible()

  // Choosing ahead does not move the step; choosing again replaces.
  await part(page, /^7.5 in barrel/).check()
  await expect(hotspot(page, 2)).toHaveAttribute('data-state', 'calling')
  await expect(drawing(page)).toHaveAccessibleName(/barrel 7.5 in, overall 24.8 in/)
  await part(page, /^14.5 in barrel/).check()
  await expect(drawing(page)).toHaveAccessibleName(/barrel 14.5 in, overall 31.8 in/)
  await expect(steps(page)).not.toContainText('7.5 in barrel')
  await expect(steps(page).getByRole('link', { name: /Barrel/ })).toBeVisible()
  await expect(steps(page).getByRole('link', { name: /Stock/ })).toHaveCount(0)

  await accessory(page, /^Weapon light/).check()
  await accessory(page, /^One more Weapon light/).click()
  await expect(steps(page)).toContainText('Weapon light × 2')
  await accessory(page, /^One more Weapon light/)
    .first()
    .click()
  await expect(steps(page)).not.toContainText('× 2')

  await expect(total(page)).toHaveText('$2,816') // 1,899 + 349 + 279 + 289
  await expect(page).toHaveURL(/platform=ar15&lower=billet-lower&barrel=barrel-14-5&accessories=weapon-light/)

  const toggle = configurator(page).getByRole('switch', { name: /^Suppressor-optimized/ })
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(configurator(page).getByText('Mount fitted')).toBeVisible()
  await expect(total(page)).toHaveText('$2,816')
  await expect(page).toHaveURL(/suppressor=yes/)
  await noSidewaysScroll(page)

  await page.reload()
  await expect(drawing(page)).toHaveAccessibleName(/barrel 14.5 in, overall 31.8 in/)
  await expect(toggle).toBeChecked()
  await expect(total(page)).toHaveText('$2,816')
})

test('Back takes a choice back without loading the page, jumps within it aside, and also after a reload', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=ar15&lower=billet-lower')
  let loads = 0
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  await part(page, /^Forged upper/).check()
  await hotspot(page, 3).click()
  await expect(steps(page)).toContainText('2 of 8')
  await page.goBack()
  await expect(steps(page)).toContainText('1 of 8')
  await expect(part(page, /^Forged upper/)).not.toBeChecked()
  await page.goForward()
  await expect(steps(page)).toContainText('2 of 8')
  await expect(part(page, /^Forged upper/)).toBeChecked()
  expect(loads).toBe(0)

  await page.reload()
  await page.goBack()
  await expect(steps(page)).toContainText('1 of 8')
  await expect(page).not.toHaveURL(/upper=/)
})

test('on a laptop the drawing, the total and the button that submits are in one view', async ({
  verified: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openBuild(page, 'platform=ar15&lower=forged-lower')
  for (const seen of [drawing(page), total(page), submit(page)])
    await expect(seen).toBeInViewport({ ratio: 1 })
})

test('a build is made with the keyboard only, and can be submitted once it is complete', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=scorpion')
  await expect(submit(page)).toBeDisabled()
  await expect(submit(page)).toHaveAccessibleDescription(/Still to choose: Lower Receiver/)
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await hotspot(page, number).focus()
    await page.keyboard.press('Enter')
    // Where a rifle may go without, the first choice is none.
    await page.keyboard.press(number === 6 || number === 7 ? 'ArrowDown' : 'Space')
    await expect(steps(page)).toContainText(`${number} of 8`)
  }
  await expect(submit(page)).toBeEnabled()
  await expect(submit(page)).toHaveAccessibleDescription('')
})

test('what a build is in law stands above its drawing; another platform begins anew, and is in view', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=scorpion&stock=folding-brace')
  const [statement, below] = await Promise.all([
    configurator(page).getByText('This build is a handgun.').boundingBox(),
    drawing(page).boundingBox(),
  ])
  expect(statement?.y ?? Infinity).toBeLessThan(below?.y ?? 0)

  await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'AR-9' }).click()
  await expect(drawing(page)).toHaveAccessibleName(/^AR-9.*Nothing chosen yet/)
  await expect(steps(page)).toContainText('0 of 8')
  await expect(hotspot(page, 1)).toHaveAttribute('data-state', 'calling')
  await expect(configurator(page)).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the bar leads to the next step under the drawing, which stays in sight, and hides nothing that is focused', async ({
    verified: page,
  }) => {
    await openBuild(page, 'platform=ar15&lower=forged-lower')
    const bar = page.locator('.build-bar')
    await expect(bar).toContainText('1 item')
    await bar.getByRole('link', { name: 'Next: Upper' }).tap()
    const upper = page.getByRole('group', { name: /Upper Receiver/ })
    const [shown, choices] = await Promise.all([drawing(page).boundingBox(), upper.boundingBox()])
    expect((shown?.y ?? 0) + (shown?.height ?? Infinity)).toBeLessThanOrEqual((choices?.y ?? 0) + 1)
    await part(page, /^Forged upper/).check()
    await expect(total(page)).toHaveText('$2,307')
    await expect(bar).toContainText('Next: Barrel')

    await page.getByRole('group', { name: 'Finish' }).scrollIntoViewIfNeeded()
    await expect(hotspot(page, 1)).toBeInViewport()

    const top = (await bar.boundingBox())?.y ?? 0
    await configurator(page).getByText('As drawn, this build is').click()
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate((barTop) => {
        const focused = document.activeElement
        if (!focused || focused === document.body || focused.closest('.build-bar')) return false
        return focused.getBoundingClientRect().top >= barTop
      }, top)
      expect(hidden, `stop ${stop}`).toBe(false)
    }
  })

  test('the bar submits', async ({ verified: page }) => {
    await openBuild(
      page,
      'platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-7-5&stock=sopmod-stock&handguard=quad-rail&optics=red-dot',
    )
    await expect(page.locator('.build-bar')).toContainText('6 items')
    await submit(page).tap()
    await expect(page.getByRole('form', { name: 'Lock & Submit Build' })).toBeInViewport()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the rifle is drawn in lines', async ({ verified: page }) => {
    await page.goto('/build?platform=ar9')
    const looks = await configurator(page)
      .locator('svg.bp path')
      .evaluateAll((paths) =>
        paths.map((path) => {
          const { fill, fillOpacity, stroke } = getComputedStyle(path)
          return `${fill} ${fillOpacity} in ${stroke}`
        }),
      )
    expect(looks.length).toBeGreaterThan(20)
    expect(looks).not.toContain('rgb(0, 0, 0) 1 in none') // what browsers draw without a style sheet
  })
})

/** Opens a build and waits until script runs it. */
async function openBuild(page: Page, query: string) {
  await page.goto(`/build?${query}`)
  await expect(page.locator('#configurator[data-alive]')).toBeVisible()
}
