import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail } from './shop.ts'

test('a visitor reads the build page, subscribes, and opens a platform', async ({ verified: page }) => {
  await page.goto('/build')
  await expect(page.getByRole('heading', { level: 1, name: 'Drawn first. Then built.' })).toBeVisible()
  const bar = page.getByRole('complementary', { name: 'Federal tax' })
  await expect(
    bar.getByText('The $0 federal tax on these items has been in effect since Jan 1, 2026.'),
  ).toBeVisible()
  await expect(bar.getByRole('timer')).toHaveCount(0)
  await noSidewaysScroll(page)

  const email = `build-news-${Date.now()}@example.com`
  await page.getByRole('textbox', { name: 'Email address for build news' }).fill(email)
  await expect(page.getByText('Mails about builds')).toBeVisible()
  await page.getByRole('button', { name: 'Get notified' }).click()
  await expect(page.getByText("You'll be notified!")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get notified' })).toBeHidden()
  await findMail(email, /^Confirm your address: Builds$/)

  await page.getByRole('link', { name: 'Start Your Build' }).click()
  const platforms = page.getByRole('region', { name: 'Choose Your Platform' })
  await expect(platforms).toBeInViewport()
  await platforms.getByRole('link', { name: 'AR-9', exact: true }).click()
  await expect(page).toHaveURL(/\/build\?platform=ar9#configurator$/)
  await expect(page.getByRole('region', { name: 'Configurator' })).toBeInViewport()
  await expect(
    page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'AR-9' }),
  ).toHaveAttribute('aria-current', 'true')
  await noSidewaysScroll(page)
})

test('a page that was opened before an update goes on with the new version', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/404/)
  await page.goto('/build')
  let isGone = true
  await page.route('**/assets/builder-*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  const platforms = page.getByRole('region', { name: 'Choose Your Platform' })
  await platforms.getByRole('link', { name: 'AR-9', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Configurator' })).toBeVisible()
  await expect(page).toHaveURL(/\/build\?platform=ar9#configurator$/)
  expect(isGone).toBe(false)
})

test('waitlists for slots and upcoming platforms open in a dialog', async ({ verified: page }) => {
  await page.goto('/build')
  await page.getByRole('link', { name: 'Reserve a Slot' }).click()
  const slot = page.getByRole('dialog', { name: 'Reserve a Slot' })
  await expect(slot).toBeVisible()
  await slot.getByRole('link', { name: 'Start a build' }).click()
  await expect(page).toHaveURL(/\/build\?platform=ar15#configurator$/)
  await expect(slot).toBeHidden()
  await page.goto('/build')
  await page.getByRole('link', { name: 'Reserve a Slot' }).click()
  await expect(slot).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slot).toBeHidden()

  const vector = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Vector' }) })
  await expect(vector).toContainText('$2,599')
  await expect(vector).not.toContainText('2024')
  await vector.getByRole('link', { name: 'Notify Me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vector' })
  const email = `vector-${Date.now()}@example.com`
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await findMail(email, /^Confirm your address: Vector$/)
})

test('packages and conversions lead to a prefilled quote form', async ({ verified: page }) => {
  await page.goto('/build')
  const packages = page.getByRole('region', { name: 'Factory SBR Packages' })
  await expect(packages.getByRole('article')).toHaveCount(4)
  const conversions = page.getByRole('region', { name: 'Factory-Grade Conversions' })
  await expect(conversions.getByRole('article')).toHaveCount(6)
  await conversions.getByRole('link', { name: 'AR-15 to .300 BLK' }).click()
  await expect(page.getByLabel('What should we quote?')).toHaveValue('AR-15 to .300 BLK')
  await page.goBack()
  await page
    .getByRole('article', { name: '9mm Swiss-Made PCC' })
    .getByRole('link', { name: 'Request a Quote' })
    .click()
  await expect(page.getByLabel('What should we quote?')).toHaveValue('9mm Swiss-Made PCC, 6.9 in barrel')
  await page.goBack()
  await page
    .getByRole('article', { name: '5.56 Clone-Style' })
    .getByRole('link', { name: 'Open in the configurator' })
    .click()
  await expect(page.getByRole('region', { name: 'Configurator' })).toContainText('9.5 in quad rail')
})

test('old URLs redirect to the builder', async ({ verified: page }) => {
  for (const old of ['/build-kit', '/products/sbr']) {
    await page.goto(old)
    await expect(page).toHaveURL(/\/build$/)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('platforms and lists are links', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/build')
    await page.getByRole('link', { name: 'Scorpion', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Configurator' })).toBeVisible()
    await page.goto('/build')
    await page.getByRole('link', { name: 'Notify Me' }).first().click()
    await expect(page).toHaveURL(/\/subscriptions\?topic=platform%3Avector$/)
    await page.getByLabel('Name').fill('Robin Example')
    await page.getByLabel('Email').fill(`no-script-${Date.now()}@example.com`)
    await page.getByRole('button', { name: 'Join the Waitlist' }).click()
    await expect(page.getByRole('heading', { name: "You'll be notified!" })).toBeVisible()
  })
})
