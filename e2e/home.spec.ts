import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail } from './shop.ts'

test('home shows its sections in order and fits the window', async ({ verified: page }) => {
  await page.goto('/')
  const titles = await page.locator('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(titles.slice(0, 5)).toEqual([
    'Current Drop',
    'Small-Batch Specs',
    'CCW Training',
    'The Vault',
    'Stay in the Loop',
  ])
  await expect(page.getByRole('link', { name: 'Join Build Window' })).toHaveCount(3)
  for (const words of ['15-unit window', '10-unit window', '8-unit window'])
    await expect(page.getByText(words)).toBeVisible()
  await noSidewaysScroll(page)
})

test('Join Current Drop opens the waitlist dialog, which confirms', async ({ verified: page }) => {
  const email = `home-${Date.now()}@example.com`
  await page.goto('/')
  await page.getByRole('link', { name: 'Join Current Drop' }).click()
  const dialog = page.getByRole('dialog', { name: /^Join / })
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(dialog.getByText('Enter your full name')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()

  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast.getByText('Added to waitlist!')).toBeVisible()
  await expect(toast.getByText("You'll be notified when the drop becomes available")).toBeVisible()
  await expect(dialog).toBeHidden()
  await findMail(email, /confirm/i)
})

test('while numbers are open the dialog first offers to pick one', async ({ verified: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Join Current Drop' }).click()
  const dialog = page.getByRole('dialog')
  const pick = dialog.getByRole('link', { name: 'Pick your number' })
  await expect(pick).toBeFocused()
  const [pickBox, formBox] = [await pick.boundingBox(), await dialog.getByLabel('Name').boundingBox()]
  expect(pickBox?.y ?? 0).toBeLessThan(formBox?.y ?? 0)
  await pick.click()
  await expect(page).toHaveURL(/\/drops\/[a-z0-9-]+#units$/)
  await expect(page.getByRole('heading', { name: 'Pick your number' })).toBeInViewport()
})

test('an unreachable waitlist says so and keeps the input', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(/Failed to load resource|ERR_FAILED/)
  await page.goto('/')
  await page.route('**/subscriptions*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('link', { name: 'Join Current Drop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill('robin@example.com')
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast.getByText('Failed to join waitlist. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue('robin@example.com')
})

test('a message lets the press through that was on its way to what it covers', async ({ verified: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Join Current Drop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(`message-${Date.now()}@example.com`)
  const appears = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const message = [...document.querySelectorAll('.toast')].find((each) => each.checkVisibility())
          if (!message) return
          const { left, top, width, height } = message.getBoundingClientRect()
          resolve(message.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
        }
        new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true })
      }),
  )
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  expect(await appears).toBe(false)
  const message = page.getByRole('listitem').filter({ hasText: 'Added to waitlist!' }).first()
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message).toHaveCount(0)
})

test('a build window is joined from home', async ({ verified: page }) => {
  await page.goto('/')
  const card = page.getByRole('article', { name: 'Outlaw' })
  await card.getByRole('link', { name: 'Join Build Window' }).click()
  const dialog = page.getByRole('dialog', { name: 'Outlaw, build window' })
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(`window-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Join Build Window' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
})

test('courses link to their dates', async ({ verified: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore CCW Courses' }).click()
  await expect(page).toHaveURL(/\/ccw-training$/)
  await page.goBack()
  // The schedule has links of the same name.
  await expect(page.getByRole('link', { name: 'Explore CCW Courses' })).toBeVisible()
  await page.getByRole('link', { name: 'Enroll Now: CCW Certification' }).click()
  await expect(page).toHaveURL(/\/ccw-training\/register\?course=ccw-certification$/)
  await expect(page.getByRole('main').getByText('CCW Certification').first()).toBeVisible()
})

test('Stay in the Loop accepts an email and says what comes next', async ({ verified: page }) => {
  const email = `loop-${Date.now()}@example.com`
  await page.goto('/')
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Subscribe' }) })
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText('Enter your email')).toBeVisible()
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText("You'll be notified!")).toBeVisible()
  await findMail(email, /confirm/i)
})

test('the builder call to action has its texts and leads to the builder', async ({ verified: page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your Build. Your Rules. Start Today.' })).toBeVisible()
  await expect(
    page.getByText('Join thousands of builders creating their perfect SBR configuration'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Build Your Kit' }).click()
  await expect(page).toHaveURL(/\/build$/)
})

test('late images do not shift the layout', { tag: '@phone' }, async ({ verified: page }) => {
  await page.goto('/')
  const unsized = await page.locator('main img').evaluateAll((images) =>
    (images as HTMLImageElement[])
      .filter((image) => getComputedStyle(image).position !== 'absolute')
      .filter((image) => !image.hasAttribute('width') || !image.hasAttribute('height'))
      .map((image) => image.src),
  )
  expect(unsized).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the waitlist and newsletter forms work', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/')
    await page.getByRole('link', { name: 'Join Current Drop' }).click()
    await expect(page).toHaveURL(/\/subscriptions\?topic=returned-units%3A/)
    await expect(page.getByLabel('Name')).toBeVisible()
    await page.getByRole('link', { name: 'See which numbers are open now' }).click()
    await expect(page.getByRole('heading', { name: 'Pick your number' })).toBeInViewport()
    await page.goto('/')
    await page.getByLabel('Email').fill(`plain-${Date.now()}@example.com`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Open the email we just sent')).toBeVisible()
  })
})
