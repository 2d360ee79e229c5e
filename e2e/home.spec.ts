import { expect, test } from './fixtures.ts'

test('home’s waitlist is a dialog that keeps what was typed, says what is missing or lost, and confirms', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to load resource|ERR_FAILED/)
  const email = `home-${Date.now()}@example.com`
  await page.goto('/')
  // Late images do not shift the layout, on a phone neither.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const unsized = await page.locator('main img').evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter((image) => getComputedStyle(image).position !== 'absolute')
        .filter((image) => !image.hasAttribute('width') || !image.hasAttribute('height'))
        .map((image) => image.src),
    )
    expect(unsized, `${width} px`).toEqual([])
  }

  const open = page.getByRole('link', { name: 'Join Current Drop' })
  await open.click()
  const dialog = page.getByRole('dialog')
  // While numbers are open it first offers to pick one.
  const pick = dialog.getByRole('link', { name: 'See which numbers are open now' })
  await expect(pick).toBeVisible()
  const [pickBox, formBox] = [await pick.boundingBox(), await dialog.getByLabel('Name').boundingBox()]
  expect(pickBox?.y ?? 0).toBeLessThan(formBox?.y ?? 0)
  const join = dialog.getByRole('button', { name: 'Join the Waitlist' })
  await join.click()
  await expect(dialog.getByText('Enter your full name')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()

  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(email)
  const toast = page.getByRole('region', { name: 'Notifications' })
  const isForm = (url: URL) => url.pathname.startsWith('/subscriptions')
  await page.route(isForm, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await join.click()
  await expect(toast.getByText('Failed to join waitlist. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await page.unroute(isForm)
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)

  // A message lets the press through that was on its way to what it covers.
  const isInTheWay = page.evaluate(
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
  await join.click()
  expect(await isInTheWay).toBe(false)
  await expect(dialog).toBeHidden()
  const message = toast.getByRole('listitem').filter({ hasText: 'Added to waitlist!' }).first()
  await expect(message).toContainText("You'll be notified when the drop becomes available")
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message).toHaveCount(0)

  await open.click()
  await pick.click()
  await expect(page).toHaveURL(/\/drops\/[a-z0-9-]+#units$/)
  await expect(page.getByRole('heading', { name: 'Pick your number' })).toBeInViewport()
})

test('the footer is short on a phone with one group open at a time, and open in columns on a desktop', async ({
  verified: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(420)
  const link = (name: string) => footer.getByRole('link', { name, exact: true })
  await expect(link('FAQ')).toBeHidden()
  await footer.getByText('Learn', { exact: true }).first().click()
  await expect(link('FAQ')).toBeVisible()
  await footer.getByText('Company', { exact: true }).first().click()
  await expect(link('Privacy')).toBeVisible()
  await expect(link('FAQ')).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const name of ['FAQ', 'Privacy', 'Current Drop', 'Builder']) await expect(link(name)).toBeVisible()
  await expect(footer.locator('summary').first()).toBeHidden()
})
