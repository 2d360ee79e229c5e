// The configurator by script: its drawing, its drawer, by mouse, by keys and by finger. What it says and how it works without script
// is proved beside the feature.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

/** Drawings are repainted dozens of times: slow on a busy machine. */
test.describe.configure({ timeout: 120_000 })

const hotspot = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^${number}\\. `) })
const summary = (page: Page) => page.getByRole('complementary', { name: 'Your build' })
const drawing = (page: Page) => page.getByRole('img', { name: /right side elevation/ })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Build steps' })
const configurator = (page: Page) => page.getByRole('region', { name: 'Configurator' })

test('every rule of the configurator, and its address opens the same build', async ({ verified: page }) => {
  await openBuild(page, 'platform=ar15')
  await expect(page.getByRole('button', { name: /^\d\. / })).toHaveCount(8)
  await expect(hotspot(page, 1)).toHaveAttribute('data-state', 'calling')
  await expect(steps(page).getByRole('button', { name: /Upper/ })).toBeDisabled()
  await expect(drawing(page)).toHaveAccessibleName(/barrel 10.3 in, overall 27.6 in/)

  await hotspot(page, 1).click()
  const drawer = page.getByRole('dialog', { name: 'Lower Receiver' })
  await expect(drawer.getByText('2 parts for AR-15')).toBeVisible()
  await drawer.getByRole('button', { name: /^Billet lower/ }).click()
  await expect(drawer).toBeHidden()
  await expect(hotspot(page, 2)).toHaveAttribute('data-state', 'calling')
  await expect(steps(page)).toContainText('1 of 8')

  // Choosing ahead does not move the step; choosing again replaces.
  await choose(page, 3, /7.5 in barrel/)
  await expect(hotspot(page, 2)).toHaveAttribute('data-state', 'calling')
  await expect(drawing(page)).toHaveAccessibleName(/barrel 7.5 in, overall 24.8 in/)
  await choose(page, 3, /14.5 in barrel/)
  await expect(drawing(page)).toHaveAccessibleName(/barrel 14.5 in, overall 31.8 in/)
  await expect(summary(page).getByText('7.5 in barrel')).toHaveCount(0)
  await expect(steps(page).getByRole('button', { name: /Barrel/ })).toBeEnabled()
  await expect(steps(page).getByRole('button', { name: /Stock/ })).toBeDisabled()

  await choose(page, 8, /Weapon light/)
  await choose(page, 8, /Weapon light/)
  await expect(summary(page).getByText('Weapon light × 2')).toBeVisible()
  await summary(page).getByRole('button', { name: 'Remove one Weapon light' }).click()
  await expect(summary(page).getByRole('button', { name: 'Remove Weapon light' })).toBeVisible()

  const total = summary(page).locator('output')
  await expect(total).toHaveText('$2,816') // 1,899 + 349 + 279 + 289
  await expect(page).toHaveURL(/platform=ar15&lower=billet-lower&barrel=barrel-14-5&accessories=weapon-light/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(summary(page).getByText('Weapon light × 2')).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(summary(page).getByText('Weapon light × 2')).toHaveCount(0)

  const toggle = configurator(page).getByRole('switch', { name: 'Suppressor-optimized' })
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(configurator(page).getByText('Mount fitted')).toBeVisible()
  await expect(total).toHaveText('$2,816')
  await expect(page).toHaveURL(/suppressor=yes/)
  await noSidewaysScroll(page)

  await page.reload()
  await expect(drawing(page)).toHaveAccessibleName(/barrel 14.5 in, overall 31.8 in/)
  await expect(toggle).toBeChecked()
  await expect(total).toHaveText('$2,816')
})

test('Back takes a choice back without loading the page, and Undo does so after a reload', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=ar15&lower=billet-lower')
  let loads = 0
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  await summary(page)
    .getByRole('link', { name: /^Finish/ })
    .click()
  await choose(page, 2, /5.56/)
  await expect(summary(page)).toContainText('2 of 8')
  await page.goBack()
  await expect(summary(page)).toContainText('1 of 8')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(summary(page)).toContainText('2 of 8')
  expect(loads).toBe(0)

  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(summary(page)).toContainText('1 of 8')
  await expect(page).not.toHaveURL(/upper=/)
})

test('a part says what it costs more or less than the chosen one, and Escape chooses nothing', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3')
  await hotspot(page, 3).click()
  const drawer = page.getByRole('dialog', { name: 'Barrel Length' })
  await expect(drawer.getByRole('button', { name: /^14.5 in barrel/ })).toContainText('+$30')
  await expect(drawer.getByRole('button', { name: /^7.5 in barrel/ })).toContainText('−$40')
  await expect(drawer.getByRole('button', { name: /^10.3 in barrel/ })).not.toContainText(/[+−]/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/barrel=barrel-10-3/)
})

test('on a laptop the drawing, the total and the button that submits are in one view', async ({
  verified: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openBuild(page, 'platform=ar15&lower=forged-lower')
  for (const part of [drawing(page), summary(page).locator('output')])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expect(summary(page).getByRole('button', { name: 'Lock & Submit Build' })).toBeInViewport({
    ratio: 1,
  })
})

test('a build is made with the keyboard only, and can be submitted once it is complete', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=scorpion')
  const submit = summary(page).getByRole('button', { name: /Submit Build/ })
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription(/Still to choose: Lower Receiver/)
  await hotspot(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(hotspot(page, 1)).toBeFocused()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await hotspot(page, number).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('button[name]').first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(summary(page)).toContainText('8 of 8')
  await expect(submit).toBeEnabled()
  await expect(submit).toHaveAccessibleDescription('')
  await page.keyboard.press('Control+z')
  await expect(summary(page)).toContainText('7 of 8')
  await page.keyboard.press('Control+Shift+z')
  await expect(summary(page)).toContainText('8 of 8')
})

test('the drawer closes by its button and its backdrop, and opens again before it has said that it closed', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=scorpion')
  const drawer = page.getByRole('dialog')
  await hotspot(page, 3).click()
  await page.mouse.click(8, 70)
  await expect(drawer).toBeHidden()
  await hotspot(page, 3).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()

  await hotspot(page, 1).click()
  const lower = page.getByRole('dialog', { name: /^Lower/ })
  await pressInOneBreath(lower.getByRole('button', { name: 'Close' }), hotspot(page, 1))
  await expect(lower).toBeVisible()
  // The page is painted by now, but the browser has yet to say that the drawer is closed.
  await pressInOneBreath(drawer.locator('button[name]').first(), hotspot(page, 2))
  await expect(summary(page)).toContainText('1 of 8')
  await expect(page.getByRole('dialog', { name: /^Upper/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('what a build is in law stands above its steps; a package and another platform begin anew, and are in view', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=scorpion&stock=folding-brace')
  const [statement, below] = await Promise.all([
    configurator(page).getByText('This build is a handgun.').boundingBox(),
    steps(page).boundingBox(),
  ])
  expect(statement?.y ?? Infinity).toBeLessThan(below?.y ?? 0)

  await page
    .getByRole('region', { name: 'Start From a Package' })
    .getByRole('link', { name: 'Start from this build (5.56 Clone-Style)' })
    .click()
  await expect(configurator(page)).toContainText('This build is a short-barreled rifle.')
  await expect(configurator(page)).toContainText('9.5 in quad rail')
  await expect(configurator(page)).toBeInViewport()

  await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'AR-9' }).click()
  await expect(drawing(page)).toHaveAccessibleName(/^AR-9.*Nothing chosen yet/)
  await expect(summary(page)).toContainText('0 of 8')
  await expect(hotspot(page, 1)).toHaveAttribute('data-state', 'calling')
  await expect(configurator(page)).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger opens the step in the bar and chooses a part under the drawing; the bar hides nothing that is focused', async ({
    verified: page,
  }) => {
    await openBuild(page, 'platform=ar15&lower=forged-lower')
    const bar = page.getByRole('group', { name: 'Your build' })
    await bar.getByRole('button', { name: /\$2,088 1 item Next: Upper/ }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Forged upper/ })
      .tap()
    await expect(bar).toContainText('$2,307')
    await expect(bar).toContainText('Next: Barrel')

    await hotspot(page, 3).tap()
    const drawer = page.getByRole('dialog', { name: 'Barrel Length' })
    await drawer.getByRole('button', { name: /^10.3 in barrel/ }).tap()
    await expect(drawer).toBeHidden()
    await hotspot(page, 3).tap()
    const [shown, parts] = await Promise.all([drawing(page).boundingBox(), drawer.boundingBox()])
    expect((shown?.y ?? 0) + (shown?.height ?? Infinity)).toBeLessThanOrEqual(parts?.y ?? 0)
    await drawer.getByRole('button', { name: 'Close' }).tap()
    await expect(drawer).toBeHidden()

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

  test('the last step is named in full, the drawing stays in sight, and the bar submits', async ({
    verified: page,
  }) => {
    await openBuild(
      page,
      'platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-7-5&stock=sopmod-stock&handguard=quad-rail&optics=red-dot',
    )
    const bar = page.getByRole('group', { name: 'Your build' })
    await expect(bar).toContainText('6 items')
    await hotspot(page, 7).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Three-prong/ })
      .tap()
    await expect(bar.locator('small').filter({ hasText: 'Next: Accessories' })).toBeVisible()
    const labels = bar.locator('small')
    const cut = await labels.evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    )
    expect(cut).toEqual([])

    await page.locator('#finish').scrollIntoViewIfNeeded()
    await expect(hotspot(page, 1)).toBeInViewport()
    await bar.getByRole('button', { name: 'Submit Build' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Lock & Submit Build' })).toBeVisible()
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

async function choose(page: Page, step: number, part: RegExp) {
  await hotspot(page, step).click()
  await page.getByRole('dialog').locator('button[name]').filter({ hasText: part }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Two presses are two turns of the browser's own; it has not painted in between. */
async function pressInOneBreath(first: Locator, second: Locator) {
  const next = await second.elementHandle()
  await first.evaluate(async (pressed: HTMLElement, next) => {
    pressed.click()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    if (next instanceof HTMLElement) next.click()
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  }, next)
}
