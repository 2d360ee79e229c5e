// The checkout form with script: what it fills in and says before it is sent, where the focus goes, and what a broken line costs.
import { expect, holdRequests, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { attempts, charges, fillIn, hold, ownDrop, pay, payButton } from './buyer-steps.ts'
import { sqlOnShop } from './shop.ts'

test.describe.configure({ timeout: 120_000 })

const owned = (number: number) => ({ name: `Number ${number} is yours` })

test('a payment whose line breaks, before the shop heard of it or after it charged the card, loses nothing and is paid once', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to load resource|ERR_FAILED/)
  const orderId = await hold(page, await ownDrop(), 7)
  const email = await fillIn(page)
  await page.getByLabel('Phone').fill('(305) 555-0142')
  await page.getByLabel('I know my dealer').check()
  await page.getByLabel('Dealer’s name').fill('Riverside Arms')
  await page.getByLabel('Dealer’s city').fill('Miami')
  await page.getByLabel('Dealer’s state').selectOption('FL')
  const posts: string[] = []
  await page.route(`**/checkout/${orderId}`, async (route) => {
    if (route.request().method() !== 'POST' || posts.push(route.request().url()) > 2) return route.continue()
    if (posts.length === 2) await route.fetch()
    return route.abort('failed')
  })
  for (const count of [1, 2]) {
    await pay(page)
    await expect.poll(() => posts).toHaveLength(count)
    await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'you’re never charged twice',
    )
    for (const [label, typed] of [
      ['Full name', 'Jordan Buyer'],
      ['Email', email],
      ['Phone', '(305) 555-0142'],
      ['Home ZIP code', '33139'],
      ['State you live in', 'FL'],
      ['Dealer’s name', 'Riverside Arms'],
      ['Dealer’s city', 'Miami'],
      ['Dealer’s state', 'FL'],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(typed)
    await expect(page.getByRole('checkbox', { name: /I am 21 or older/ })).toBeChecked()
  }
  await payButton(page).click()
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
  expect(await charges(orderId)).toBe(1)
  expect(await attempts(orderId)).toBe(1)
})

test('the form fits a phone, finds the state of a ZIP code, leads to what is refused, and answers a press at once', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/4(09|22)/)
  const orderId = await hold(page, await ownDrop(), 3)
  await page.getByLabel('I know my dealer').check()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await noSidewaysScroll(page)
    // Every field is named for autofill, and needs no zoom.
    const fields = await page
      .locator('#reservation :is(input:not([type=hidden], [type=radio], [type=checkbox]), select)')
      .evaluateAll((all) =>
        all.map((field) => ({
          label: (field as HTMLInputElement).labels?.[0]?.textContent ?? '',
          fontPx: parseFloat(getComputedStyle(field).fontSize),
          autocomplete: field.getAttribute('autocomplete') ?? '',
        })),
      )
    expect(fields.length).toBeGreaterThan(5)
    for (const { label, fontPx, autocomplete } of fields) {
      expect(fontPx, label).toBeGreaterThanOrEqual(16)
      expect(autocomplete, label).not.toBe('')
    }
  }

  await payButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the form' })).toBeFocused()
  await expect(page.getByLabel('Dealer’s city')).toHaveAccessibleDescription('Enter the dealer’s city')
  await page.getByRole('link', { name: 'Enter your full name' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await noSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('I’ll choose later').check()

  const [zip, state] = [page.getByLabel('Home ZIP code'), page.getByLabel('State you live in')]
  await zip.fill('33139')
  await expect(state).toHaveValue('FL')
  await zip.fill('78701')
  await expect(state).toHaveValue('TX')
  await state.selectOption('GA')
  await zip.fill('33139')
  await expect(state).toHaveValue('GA')

  // What the law says of a state is read before the form is sent.
  await fillIn(page, { state: 'CA', zip: '90001' })
  const words = /California does not allow short-barreled rifles to be transferred to its residents/
  await expect(page.getByText(words)).toBeVisible()
  await pay(page)
  await expect(state).toHaveAccessibleDescription(words)
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeFocused()
  await fillIn(page)
  await pay(page, 'Test card: declined')
  const summary = page.getByRole('alert').filter({ hasText: 'Payment declined' })
  await expect(summary).toBeFocused()
  expect(await charges(orderId)).toBe(0)

  const payment = await holdRequests(page, new RegExp(`/checkout/${orderId}$`))
  await pay(page)
  await expect(page.locator('#reservation button[aria-busy="true"]')).toBeVisible()
  payment.release()
  await expect(page.getByRole('heading', owned(3))).toBeVisible()
})

test('the time left is said, and one press extends it with everything typed, up to the cap', async ({
  verified: page,
}) => {
  const orderId = await hold(page, await ownDrop(), 7)
  const endsIn = async (seconds: number) => {
    await sqlOnShop(`update orders set expires_at = now() + make_interval(secs => $2) where id = $1`, [
      orderId,
      seconds,
    ])
    await sqlOnShop(
      `update drop_units set held_until = now() + make_interval(secs => $2 + 2) where order_id = $1`,
      [orderId, seconds],
    )
    await page.reload()
  }
  const timer = page.getByRole('timer')
  const said = page.getByRole('status').filter({ hasText: /minutes? left/ })
  for (const [seconds, words] of [
    [306, 'Five minutes left.'],
    [126, 'Two minutes left.'],
    [66, 'One minute left.'],
  ] as const) {
    await endsIn(seconds)
    await expect(said).toHaveText(words, { timeout: 60_000 })
  }
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByRole('button', { name: 'Extend hold' }).click()
  await expect(timer).toHaveText(/^(09:5\d|10:00)$/)
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
  await expect(said).toHaveCount(0)

  await sqlOnShop(`update orders set expires_cap_at = expires_at where id = $1`, [orderId])
  await page.reload()
  await expect(page.getByText('This hold can’t be extended further.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extend hold' })).toHaveCount(0)
})
