import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { attempts, charges, fillIn, hold, ownDrop, pay, payButton } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'

test.describe.configure({ timeout: 120_000 })

const owned = (number: number) => ({ name: `Number ${number} is yours` })

for (const [when, reaches] of [
  ['before the shop heard of it', false],
  ['after the shop charged the card', true],
] as const)
  test(`a payment whose line breaks ${when} loses nothing, and is paid once when pressed again`, async ({
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
    let broken = 0
    await page.route(`**/checkout/${orderId}.data*`, async (route) => {
      if (route.request().method() !== 'POST' || broken++) return route.continue()
      if (reaches) await route.fetch()
      return route.abort('failed')
    })
    await pay(page)
    await expect(page.getByRole('alert')).toContainText('Everything you typed is still here')
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
    await payButton(page).click()
    await expect(page.getByRole('heading', owned(7))).toBeVisible()
    expect(await charges(orderId)).toBe(1)
    expect(await attempts(orderId)).toBe(1)
  })

test('a press answers at once, before the shop has', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 7)
  await fillIn(page)
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/checkout/${orderId}.data*`, async (route) => {
    await waiting
    return route.continue()
  })
  await pay(page)
  await expect(page.locator('#reservation button[aria-busy="true"]')).toBeVisible({ timeout: 100 })
  answer()
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
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
    [303, 'Five minutes left.'],
    [123, 'Two minutes left.'],
    [63, 'One minute left.'],
  ] as const) {
    await endsIn(seconds)
    await expect(said).toHaveText(words, { timeout: 20_000 })
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

test('a ZIP code fills in its state, unless the buyer chose one', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await hold(page, await ownDrop(), 7)
  const [zip, state] = [page.getByLabel('Home ZIP code'), page.getByLabel('State you live in')]
  await zip.fill('33139')
  await expect(state).toHaveValue('FL')
  await zip.fill('78701')
  await expect(state).toHaveValue('TX')
  await state.selectOption('GA')
  await zip.fill('33139')
  await expect(state).toHaveValue('GA')
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await payButton(page).click()
  await expect(page.getByText('This ZIP code is not in the state you live in').first()).toBeVisible()
  await expect(zip).toHaveAttribute('aria-invalid', 'true')
})

test('without script the shop fills in the state', async ({ browser, baseURL }) => {
  const slug = await ownDrop()
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await passAgeGate(plain, baseURL ?? '')
  const page = await plain.newPage()
  await page.goto(`/drops/${slug}/reserve?number=7`)
  await page.getByRole('button', { name: 'Hold № 7', exact: true }).click()
  await fillIn(page, { state: '' })
  await pay(page)
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
  await plain.close()
})

for (const width of [390, 320])
  test(`the checkout fits ${width} px: every field is named for autofill and needs no zoom`, async ({
    verified: page,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await hold(page, await ownDrop(), 7)
    await page.getByLabel('I know my dealer').check()
    await noSidewaysScroll(page)
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
  })

test('a buyer who comes back finds the last dealer filled in', async ({ verified: page }) => {
  const slug = await ownDrop()
  await hold(page, slug, 7)
  await fillIn(page)
  await page.getByLabel('I know my dealer').check()
  await page.getByLabel('Dealer’s name').fill('Riverside Arms')
  await page.getByLabel('Dealer’s city').fill('Miami')
  await page.getByLabel('Dealer’s state').selectOption('FL')
  await pay(page)
  await expect(page.getByRole('heading', owned(7))).toBeVisible()

  await hold(page, slug, 8)
  const again = page.getByRole('radio', {
    name: /I know my dealer Riverside Arms, Miami, FL, as on your last order/,
  })
  await expect(again).not.toBeChecked()
  await again.check()
  await expect(page.getByLabel('Dealer’s name')).toHaveValue('Riverside Arms')
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', owned(8))).toBeVisible()
  await expect(page.getByText('Riverside Arms').first()).toBeVisible()
})

test('dealers near a ZIP code are listed with miles and drawn on a map', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 7)
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
  await page.goto(`/orders/${orderId}/dealer?near=33101`)
  await expect(page.getByText('about 10 miles').first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^Dealers around 33101: \d+ in Miami; / })).toBeVisible()
  await noSidewaysScroll(page)
})
