// What the builder starts from, what it says before anything else, and how builds are compared.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, payToOrder } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'

/** Drawings are repainted dozens of times: slow on a busy machine. */
test.describe.configure({ timeout: 120_000 })

const parts =
  'lower=billet-lower&upper=upper-556&barrel=barrel-14-5&stock=skeleton-stock&handguard=slotted-handguard'
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const configurator = (page: Page) => page.getByRole('region', { name: 'Configurator' })

test('the page of a build says what it is in law before its steps, and starts from a package', async ({
  verified: page,
}) => {
  await page.goto('/build?platform=scorpion&stock=folding-brace')
  await expect(undo(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scorpion builder')
  const says = configurator(page).getByText('This build is a handgun.')
  await expect(says).toBeVisible()
  const [statement, steps] = await Promise.all([
    says.boundingBox(),
    page.getByRole('navigation', { name: 'Build steps' }).boundingBox(),
  ])
  expect(statement?.y ?? Infinity).toBeLessThan(steps?.y ?? 0)
  await noSidewaysScroll(page)

  await page
    .getByRole('region', { name: 'Start From a Package' })
    .getByRole('link', { name: 'Start from this build (5.56 Clone-Style)' })
    .click()
  await expect(configurator(page)).toContainText('This build is a short-barreled rifle.')
  await expect(configurator(page)).toContainText('9.5 in quad rail')
  await expect(configurator(page)).toBeInViewport()
})

test('on a phone one bar has step and total, opens the step, and hides nothing that is focused', {
  tag: '@phone',
}, async ({ verified: page, isMobile }) => {
  test.skip(!isMobile, 'the bar is for phones')
  await page.goto('/build?platform=ar15&lower=forged-lower')
  await expect(undo(page)).toBeVisible()
  const bar = page.getByRole('group', { name: 'Your build' })
  await bar.getByRole('button', { name: /\$2,088 1 item Step 2 of 8: Upper/ }).tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Forged upper/ })
    .tap()
  await expect(bar).toContainText('$2,307')
  await expect(bar).toContainText('Step 3 of 8: Barrel')

  const top = (await bar.boundingBox())?.y ?? 0
  await page.getByRole('heading', { level: 1 }).click()
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

test('on a phone the last step is named in full, in the bar and among the steps', async ({
  verified: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/build?platform=ar15&${parts}&optics=red-dot&muzzle=birdcage`)
  await expect(undo(page)).toBeVisible()
  const bar = page.getByRole('group', { name: 'Your build' }).locator('small')
  await expect(bar.filter({ hasText: 'Step 8 of 8: Accessories' })).toBeVisible()
  const labels = bar.or(page.getByRole('navigation', { name: 'Build steps' }).locator('small'))
  const cut = await labels.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  )
  expect(cut).toEqual([])
})

test('a finished build is shown with its buyer’s consent, and no longer once that is taken back', async ({
  verified: page,
}) => {
  await page.goto(`/build/submit?platform=ar15&${parts}`)
  const form = page.getByRole('form', { name: 'Lock & Submit Build' })
  const consent = form.getByRole('checkbox', { name: /never my name/ })
  await expect(consent).not.toBeChecked()
  await consent.check()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(`shown-${randomUUID().slice(0, 8)}@example.com`)
  await page.getByLabel('State you live in').selectOption('FL')
  await form.getByRole('button', { name: 'Submit Build' }).click()
  const own = page.getByRole('region', { name: 'Shown to others' })
  await expect(own).toContainText('You agreed that we show this build')
  const submitted = new URL(page.url()).pathname

  await page.getByRole('button', { name: 'Reserve a Slot, $100' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await fillIn(page)
  await payToOrder(page)
  const orderId = new URL(page.url()).pathname.split('/')[2]
  const others = page.getByRole('region', { name: 'What Others Built' })
  const start = others.getByRole('link', { name: 'Start from this build (AR-15)' })

  await sqlOnShop(`update order_lines set stage = 'built' where order_id = $1`, [orderId])
  await expect(async () => {
    await page.goto('/build')
    await expect(start.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(others).toContainText('Skeleton stock')
  await expect(others).not.toContainText('Jordan')
  await noSidewaysScroll(page)
  await start.first().click()
  await expect(configurator(page)).toContainText('14.5 in barrel')

  await page.goto(submitted)
  await expect(own).toContainText('This build is on the builder page')
  await own.getByRole('button', { name: 'Don’t Show My Build' }).click()
  await expect(own).toContainText('You took your consent back')
  await expect(async () => {
    await page.goto('/build')
    await expect(others.filter({ hasText: 'Skeleton stock' })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

test('three builds are made from one and compared, and one is taken out again', async ({
  verified: page,
}) => {
  await page.goto(`/build?platform=ar15&${parts}`)
  await expect(undo(page)).toBeVisible()
  await page.getByRole('button', { name: 'Save Build for Later' }).click()
  await page.getByRole('link', { name: 'Compare with another build' }).click()
  const columns = page.getByRole('region', { name: 'Compare builds' }).getByRole('columnheader')
  for (const [count, barrel] of [
    [2, /7.5 in barrel/],
    [3, /10.3 in barrel/],
  ] as const) {
    await page
      .getByRole('link', { name: /^Change a copy and compare/ })
      .first()
      .click()
    await expect(undo(page)).toBeVisible()
    await page.getByRole('button', { name: /^3\. / }).click()
    await page.getByRole('dialog').locator('button[name]').filter({ hasText: barrel }).click()
    await page.getByRole('button', { name: 'Save and Compare' }).click()
    await expect(columns).toHaveCount(count + 1)
  }
  await expect(page.getByRole('row', { name: /Barrel length.*14.5 in.*7.5 in.*10.3 in/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Change a copy/ })).toHaveCount(0)
  await noSidewaysScroll(page)
  await page
    .getByRole('link', { name: /^Remove/ })
    .first()
    .click()
  await expect(columns).toHaveCount(3)
})

test('a press on Submit Build and on Compare is answered before the next page comes', async ({
  verified: page,
}) => {
  await page.goto(`/build?platform=ar15&${parts}`)
  await expect(undo(page)).toBeVisible()
  const letGo = await holdBack(page, '**/build/submit*')
  const submit = page.getByRole('button', { name: 'Lock & Submit Build' })
  await submit.click()
  await expect(page.getByRole('button', { name: 'One moment' })).toHaveAttribute('aria-busy', 'true')
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Lock & Submit Build' })).toBeVisible()

  await page.goto('/builds/compare')
  const goOn = await holdBack(page, '**/builds/compare*')
  await page.getByLabel('Links or codes of saved builds').fill('NOSUCH23')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('button', { name: 'Comparing' })).toHaveAttribute('aria-busy', 'true')
  goOn()
  await expect(page.getByText('We couldn’t find NOSUCH23.')).toBeVisible()
})

test('a part of the drawer and a platform’s card link to their pages', async ({ verified: page }) => {
  await page.goto('/build')
  await page.getByRole('link', { name: 'Specifications and parts (AR-9)' }).click()
  await expect(page).toHaveURL(/\/platforms\/ar9$/)
  await page.goto('/build?platform=ar9')
  await expect(undo(page)).toBeVisible()
  await page.getByRole('button', { name: /^3\. / }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Details and fit (8 in barrel)' }).click()
  await expect(page).toHaveURL(/\/parts\/barrel-8$/)
  await expect(page.getByRole('heading', { level: 1, name: '8 in barrel' })).toBeVisible()
})

/** Holds back what the page requests from here on, until it is let go. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a part that contradicts the build says so in the drawer', async ({ verified: page }) => {
  await page.goto('/build?platform=ar15&upper=upper-300')
  await expect(undo(page)).toBeVisible()
  await page.getByRole('button', { name: /^3\. / }).click()
  const drawer = page.getByRole('dialog', { name: 'Barrel Length' })
  await expect(drawer.getByRole('button', { name: /^14.5 in barrel/ })).toHaveAccessibleDescription(
    /14.5 in barrel is for 5.56; the upper is for .300 BLK. Choose 7.5 in barrel, or another upper.$/,
  )
  await expect(drawer.getByRole('button', { name: /^7.5 in barrel/ })).toHaveAccessibleDescription('')
})
