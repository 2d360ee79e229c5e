import type { Locator, Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

/** Drawings are repainted dozens of times: slow on a busy machine. */
test.describe.configure({ timeout: 120_000 })

const hotspot = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^${number}\\. `) })
const summary = (page: Page) => page.getByRole('complementary', { name: 'Your build' })
const drawing = (page: Page) => page.getByRole('img', { name: /right side elevation/ })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Build steps' })

test('every rule of the configurator, with the mouse', { tag: '@phone' }, async ({
  verified: page,
  hasTouch,
}) => {
  const press = (target: Locator) => (hasTouch ? target.tap() : target.click())
  await openBuild(page, 'platform=ar15')
  await expect(page.getByRole('button', { name: /^\d\. / })).toHaveCount(8)
  await expect(hotspot(page, 1)).toHaveAttribute('data-state', 'calling')
  await expect(steps(page).getByRole('button', { name: /Upper/ })).toBeDisabled()
  await expect(drawing(page)).toHaveAccessibleName(/barrel 10.3 in, overall 27.6 in/)
  if (hasTouch)
    await expect(page.getByRole('group', { name: 'Your build' })).toContainText('Step 1 of 8: Lower')

  await press(hotspot(page, 1))
  const drawer = page.getByRole('dialog', { name: 'Lower Receiver' })
  await expect(drawer.getByText('2 parts for AR-15')).toBeVisible()
  await press(drawer.getByRole('button', { name: /^Billet lower/ }))
  await expect(drawer).toBeHidden()
  await expect(hotspot(page, 2)).toHaveAttribute('data-state', 'calling')
  await expect(steps(page)).toContainText('1 of 8')

  // Choosing ahead does not move the step; choosing again replaces.
  await choose(page, press, 3, /7.5 in barrel/)
  await expect(hotspot(page, 2)).toHaveAttribute('data-state', 'calling')
  await expect(drawing(page)).toHaveAccessibleName(/barrel 7.5 in, overall 24.8 in/)
  await choose(page, press, 3, /14.5 in barrel/)
  await expect(drawing(page)).toHaveAccessibleName(/barrel 14.5 in, overall 31.8 in/)
  await expect(summary(page).getByText('7.5 in barrel')).toHaveCount(0)
  await expect(steps(page).getByRole('button', { name: /Barrel/ })).toBeEnabled()
  await expect(steps(page).getByRole('button', { name: /Stock/ })).toBeDisabled()

  await choose(page, press, 8, /Weapon light/)
  await choose(page, press, 8, /Weapon light/)
  await expect(summary(page).getByText('Weapon light × 2')).toBeVisible()
  await press(summary(page).getByRole('button', { name: 'Remove one Weapon light' }))
  await expect(summary(page).getByRole('button', { name: 'Remove Weapon light' })).toBeVisible()

  // 1,899 + 349 + 279 + 289
  await expect(summary(page).getByText('$2,816')).toBeVisible()
  await expect(page).toHaveURL(/platform=ar15&lower=billet-lower&barrel=barrel-14-5&accessories=weapon-light/)
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(summary(page).getByText('Weapon light × 2')).toBeVisible()
  await press(page.getByRole('button', { name: 'Redo' }))
  await expect(summary(page).getByText('Weapon light × 2')).toHaveCount(0)
  await noSidewaysScroll(page)
})

test('a part is looked at in the drawing before it is chosen', { tag: '@phone' }, async ({
  verified: page,
  hasTouch,
}) => {
  await openBuild(page, 'platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3')
  await (hasTouch ? hotspot(page, 3).tap() : hotspot(page, 3).click())
  const drawer = page.getByRole('dialog', { name: 'Barrel Length' })
  const part = drawer.getByRole('button', { name: /^14.5 in barrel/ })
  const shown = hasTouch ? drawer : page.locator('.stage-view')
  const place = async () => {
    const { x, y, width, height } = (await shown.locator('svg.bp').first().boundingBox()) ?? {}
    // A finger scrolls the list under its drawing.
    return { x, width, height, ...(!hasTouch && { y }) }
  }
  const before = await place()
  await expect(part).toContainText('+$30')
  await expect(drawer.getByRole('button', { name: /^7.5 in barrel/ })).toContainText('−$40')
  await expect(drawer.getByRole('button', { name: /^10.3 in barrel/ })).not.toContainText(/[+−]/)

  if (hasTouch) {
    await drawer.getByRole('button', { name: 'Preview (14.5 in barrel)' }).tap()
    await expect(shown).toContainText('With 14.5 in barrel')
  } else {
    await part.hover()
    await expect(shown).toContainText('With 14.5 in barrel')
    await expect(page.getByRole('img', { name: /barrel 14.5 in/, includeHidden: true })).toBeVisible()
  }
  await expect(shown).toContainText('+$30')
  expect(await place()).toEqual(before)

  if (hasTouch) {
    await drawer.getByRole('button', { name: 'Preview (14.5 in barrel)' }).tap()
    await expect(shown).not.toContainText('With 14.5 in barrel')
    return
  }
  await page.mouse.move(4, 4)
  await expect(shown).not.toContainText('With')
  await page.keyboard.press('Tab')
  await part.focus()
  await expect(shown).toContainText('With 14.5 in barrel')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(drawing(page)).toHaveAccessibleName(/barrel 10.3 in/)
  await expect(page).toHaveURL(/barrel=barrel-10-3/)
})

test('the suppressor toggle shows badges and a notice, and does not change the price', async ({
  verified: page,
}) => {
  await openBuild(page, 'platform=ar15&lower=forged-lower&muzzle=birdcage')
  const toggle = summary(page).getByRole('switch', { name: 'Suppressor-optimized' })
  const total = await summary(page).locator('output').textContent()
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(summary(page).getByText('Mount fitted')).toBeVisible()
  await expect(summary(page).locator('output')).toHaveText(total ?? '')
  await expect(page.getByText('Birdcage flash hider takes no suppressor mount')).toBeVisible()
  await expect(page).toHaveURL(/suppressor=yes/)
  await noSidewaysScroll(page)
})

const parts300 = 'platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-7-5&stock=sopmod-stock'

test('an advisory blocks nothing', async ({ verified: page }) => {
  await openBuild(page, `${parts300}&handguard=quad-rail`)
  await expect(page.getByText('9.5 in quad rail is for barrels of 10.3 in and up')).toBeVisible()
  await expect(summary(page).getByRole('button', { name: 'Lock & Submit Build' })).toBeEnabled()
})

test('a build that cannot be built is not submitted, and says what is missing', async ({
  verified: page,
}) => {
  await openBuild(page, `${parts300}&muzzle=birdcage`)
  const submit = summary(page).getByRole('button', { name: /Submit Build/ })
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription(/Still to choose: Handguard/)
  await expect(summary(page)).toContainText('Birdcage flash hider is for 5.56; the upper is for .300 BLK.')

  await page.goto(page.url().replace('/build?', '/build/submit?'))
  await expect(page.getByRole('region', { name: 'This build can’t be submitted yet' })).toContainText(
    'Still to choose: Handguard / Furniture.',
  )
  await expect(page.getByRole('button', { name: 'Submit Build' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit build' }).click()

  await choose(page, (target) => target.click(), 5, /quad rail/)
  await choose(page, (target) => target.click(), 7, /Three-prong/)
  await expect(submit).toBeEnabled()
  await expect(submit).toHaveAccessibleDescription('')
})

test('a build is made with the keyboard only', async ({ verified: page }) => {
  await openBuild(page, 'platform=scorpion')
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
  await page.keyboard.press('Control+z')
  await expect(summary(page)).toContainText('7 of 8')
  await page.keyboard.press('Control+Shift+z')
  await expect(summary(page)).toContainText('8 of 8')
})

test('a drawer opened while another is closing stays open', async ({ verified: page }) => {
  await openBuild(page, 'platform=scorpion')
  await hotspot(page, 1).click()
  // The page is painted by now, but the browser has yet to say that the drawer is closed.
  await pressInOneBreath(page.getByRole('dialog').locator('button[name]').first(), hotspot(page, 2))
  await expect(summary(page)).toContainText('1 of 8')
  await expect(page.getByRole('dialog', { name: /^Upper/ })).toBeVisible()
})

test('a drawer reopens before its close event', async ({ verified: page }) => {
  await openBuild(page, 'platform=scorpion')
  await hotspot(page, 1).click()
  const drawer = page.getByRole('dialog', { name: /^Lower/ })
  await pressInOneBreath(drawer.getByRole('button', { name: 'Close' }), hotspot(page, 1))
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('the drawer closes by its backdrop and its close button', async ({ verified: page }) => {
  await openBuild(page, 'platform=ar9')
  const drawer = page.getByRole('dialog')
  await hotspot(page, 3).click()
  await expect(drawer.locator('button[name]')).toHaveCount(2)
  await page.mouse.click(8, 70)
  await expect(drawer).toBeHidden()
  await hotspot(page, 3).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
})

test('choosing a platform resets the build and scrolls to the configurator', async ({ verified: page }) => {
  await openBuild(page, 'platform=ar15&lower=forged-lower&barrel=barrel-7-5')
  await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'AR-9' }).click()
  await expect(drawing(page)).toHaveAccessibleName(/^AR-9.*Nothing chosen yet/)
  await expect(summary(page)).toContainText('0 of 8')
  await expect(hotspot(page, 1)).toHaveAttribute('data-state', 'calling')
  await expect(page.locator('#configurator')).toBeInViewport()
})

test('a link opens the same build elsewhere, and removed parts are left out with a note', async ({
  verified: page,
  browser,
  baseURL,
  browserErrors,
}) => {
  await openBuild(page, 'platform=ar15')
  await choose(page, (target) => target.click(), 1, /Billet lower/)
  await choose(page, (target) => target.click(), 6, /LPVO/)
  const other = await browser.newContext()
  browserErrors.watch(other)
  await passAgeGate(other, baseURL ?? '')
  const second = await other.newPage()
  await second.goto(page.url())
  await expect(drawing(second)).toHaveAccessibleName((await drawing(page).getAttribute('aria-label')) ?? '')
  await expect(summary(second).locator('output')).toHaveText(
    (await summary(page).locator('output').textContent()) ?? '',
  )
  await second.goto(page.url().replace('billet-lower', 'a-part-of-yesterday'))
  await expect(second.getByText('One part of this build is no longer offered')).toBeVisible()
  await expect(summary(second).getByText('LPVO')).toBeVisible()
  await other.close()
})

test('on a phone there are fit, close-up and a submit bar', { tag: '@phone' }, async ({
  verified: page,
  isMobile,
}) => {
  test.skip(!isMobile, 'the bar is for phones')
  await openBuild(page, `${parts300}&handguard=quad-rail`)
  const bar = page.getByRole('group', { name: 'Your build' })
  await expect(bar).toContainText('5 items')
  await expect(bar).toContainText('$2,944')
  await page.getByRole('button', { name: 'Close-up' }).tap()
  await expect(page.getByRole('button', { name: /^\d\. / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Fit' }).tap()
  await expect(page.getByRole('button', { name: /^\d\. / })).toHaveCount(8)
  await bar.getByRole('button', { name: 'Submit Build' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Lock & Submit Build' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the rifle is drawn in lines', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/build?platform=ar9')
    const looks = await page
      .getByRole('region', { name: 'Configurator' })
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

  test('a build is made by plain links and forms', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/build?platform=ar9')
    await hotspot(page, 1).click()
    await page.getByRole('button', { name: /9 mm lower/ }).click()
    await expect(page).toHaveURL(/lower=lower-9mm/)
    await hotspot(page, 8).click()
    await page.getByRole('button', { name: /Weapon light/ }).click()
    await expect(summary(page)).toContainText('2 of 8')
    await summary(page).getByRole('button', { name: 'Remove Weapon light' }).click()
    await expect(summary(page)).toContainText('1 of 8')
    await summary(page).getByRole('button', { name: 'Save Build for Later' }).click()
    await expect(page).toHaveURL(/\/builds\/[0-9A-Z]{8}$/)
  })
})

/** Opens a build and waits until script runs it: then it can be undone. */
async function openBuild(page: Page, query: string) {
  await page.goto(`/build?${query}`)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
}

async function choose(page: Page, press: (target: Locator) => Promise<void>, step: number, part: RegExp) {
  await press(hotspot(page, step))
  await press(page.getByRole('dialog').locator('button[name]').filter({ hasText: part }))
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
