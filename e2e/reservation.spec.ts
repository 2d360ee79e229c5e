import { expect, passAgeGate, test } from './fixtures.ts'
import { adult } from './gate-visitor.ts'
import { changeOnItsWay } from './on-its-way.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { attempts, charges, fillIn, hold, letTimePass, ownDrop, pay, payButton } from './reservation-steps.ts'
import { findMail } from './shop.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

const owned = (number: number) => ({ name: `Number ${number} is yours` })

test('a visitor passes the gate, chooses number 7 of 50, pays, and gets a confirmation', {
  tag: '@phone',
}, async ({ page, browser, baseURL }) => {
  const slug = await ownDrop(50)
  await page.goto(`/drops/${slug}`)
  await adult(page).click()
  await page.getByRole('button', { name: 'Number 7, open' }).click()
  await page.getByRole('button', { name: 'Hold № 7' }).click()
  await expect(page).toHaveURL(/\/checkout\//, { timeout: 60_000 }) // live artwork keeps a small machine busy

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reserve number 7')
  await expect(page.getByRole('timer', { name: 'Number 7 held for' })).toHaveText(/^(09:[345]\d|10:00)$/)
  await expect(page.getByRole('img', { name: /number 7 of 50/ })).toBeVisible()
  await noSidewaysScroll(page)

  const email = await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
  await expect(page.getByRole('list', { name: 'Stages of your reservation' })).toContainText('Reserved')
  await expect(page.getByRole('button', { name: 'Show my link' })).toBeVisible()
  await noSidewaysScroll(page)
  await page.reload()
  await expect(page.getByRole('heading', owned(7))).toBeVisible()

  const mail = await findMail(email, /number 7 of 50 is reserved for you/)
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  await passAgeGate(elsewhere, baseURL ?? '')
  const other = await elsewhere.newPage()
  const link = /http\S+\/orders\/\S+/.exec(mail.text)?.[0] ?? ''
  await other.goto(link)
  await expect(other).toHaveURL(/\/orders\/\w+$/)
  await expect(other.getByRole('heading', owned(7))).toBeVisible()
  await other.goto(`/drops/${slug}`)
  await expect(other.getByRole('button', { name: 'Number 7, taken' })).toBeVisible()
  await expect(other.getByText('49 open, 1 taken.')).toBeVisible()
  await elsewhere.close()
})

test('a declined card keeps the number, the time and the input; another card pays', async ({
  verified: page,
}) => {
  const orderId = await hold(page, await ownDrop(), 3)
  const email = await fillIn(page)
  await pay(page, 'Test card: declined')
  const summary = page.getByRole('alert').filter({ hasText: 'Payment declined' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('The bank declined the card: insufficient funds. Nothing was charged')
  await expect(page.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByRole('checkbox', { name: /I am 21 or older/ })).toBeChecked()

  await pay(page)
  await expect(page.getByRole('heading', owned(3))).toBeVisible()
  expect(await charges(orderId)).toBe(1)
})

test('a charge without an answer is looked up, and the page updates itself', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 3)
  const email = await fillIn(page)
  await pay(page, 'Test card: times out after charging')
  await expect(page.getByRole('heading', { name: 'Waiting for the payment service' })).toBeVisible()
  await expect(page.getByText('You will not be charged twice.')).toBeVisible()
  await expect(page.getByRole('heading', owned(3))).toBeVisible({ timeout: 15_000 })
  expect(await charges(orderId)).toBe(1)
  await findMail(email, /number 3 of 50 is reserved/)
})

test('reloading during the payment pays once and ends on the order', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 3)
  await fillIn(page)
  await pay(page, 'Test card: times out after charging')
  // A press that is cut off before the shop heard of it is none: the buyer would press again.
  await expect.poll(() => attempts(orderId), { intervals: [50] }).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', owned(3))).toBeVisible({ timeout: 15_000 })
  await page.goto(`/checkout/${orderId}`)
  await expect(page).toHaveURL(`/orders/${orderId}`)
  expect(await charges(orderId)).toBe(1)
})

test('an expired hold says so and links back to the number', async ({ verified: page }) => {
  const slug = await ownDrop()
  const orderId = await hold(page, slug, 9)
  await fillIn(page)
  await letTimePass(orderId, slug)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'The hold expired' })).toBeVisible()
  await expect(page.getByText('Nothing was charged')).toBeVisible()
  await page.getByRole('link', { name: 'See if number 9 is still available' }).click()
  await expect(page).toHaveURL(`/drops/${slug}/reserve?number=9`)
  await expect(page.getByRole('button', { name: 'Hold № 9' })).toBeVisible()
  expect(await charges(orderId)).toBe(0)
})

test('a number just taken is refused with others to choose', async ({
  verified: page,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.allow(/409/)
  const slug = await ownDrop()
  await page.goto(`/drops/${slug}/reserve?number=7`)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await passAgeGate(other, baseURL ?? '')
  await hold(await other.newPage(), slug, 7)
  await page.getByRole('button', { name: 'Hold № 7', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page).not.toHaveURL(/checkout/)
  await other.close()
})

test('a state that prohibits the item is refused beside its field, before anything is charged', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  const orderId = await hold(page, await ownDrop(), 3)
  await fillIn(page, { state: 'CA', zip: '90001' })
  const words =
    /California does not allow short-barreled rifles to be transferred to its residents \(Cal\. Penal Code 32310, 33215 and 33410, checked/
  await expect(page.getByText(words)).toBeVisible()
  await pay(page)
  await expect(page.getByLabel('State you live in')).toHaveAccessibleDescription(words)
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
  expect(await charges(orderId)).toBe(0)

  await page.getByLabel('State you live in').selectOption('MD')
  await page.getByLabel('Home ZIP code').fill('21201')
  await expect(page.getByText(/our staff check this reservation before it moves forward/)).toBeVisible()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Number 3 is reserved, under review' })).toBeVisible()
  await expect(page.getByText(/our staff check this reservation/)).toBeVisible()
})

test('the summary is seen to its end beside the form, however low the window', async ({ verified: page }) => {
  await hold(page, await ownDrop(), 3)
  for (const height of [900, 768, 600]) {
    await page.setViewportSize({ width: 1366, height })
    await page.evaluate(() => scrollTo(0, 700))
    await expect(page.getByRole('button', { name: /^Release/ })).toBeInViewport({ ratio: 1 })
  }
})

test('an empty form shows an error beside each field, and the summary links to the first', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await hold(page, await ownDrop(), 3)
  await page.getByRole('radio', { name: 'I know my dealer' }).check()
  await payButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the form' })).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Enter your full name')
  await expect(page.getByLabel('Dealer’s city')).toHaveAccessibleDescription('Enter the dealer’s city')
  await page.getByRole('link', { name: 'Enter your full name' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await noSidewaysScroll(page)
})

test('two presses of the button charge once', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 3)
  await fillIn(page)
  await payButton(page).dblclick()
  await expect(page.getByRole('heading', owned(3))).toBeVisible()
  expect(await charges(orderId)).toBe(1)
})

test('a form key reused with other details is refused, and pays when submitted again', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  const orderId = await hold(page, await ownDrop(), 3)
  const key = page.locator('input[name="formKey"]')
  const before = await key.inputValue()
  await fillIn(page)
  await pay(page, 'Test card: declined')
  await expect(key).not.toHaveValue(before)
  // What a browser does that brings an old page back.
  await changeOnItsWay(page, 'formKey', before)
  await page.getByLabel('Full name').fill('Somebody Else')
  await pay(page)
  await expect(page.getByRole('alert').first()).toContainText('This form was already sent with other details')
  expect(await charges(orderId)).toBe(0)
  await pay(page)
  await expect(page.getByRole('heading', owned(3))).toBeVisible()
})

test('a hold is extended without losing the input, and released', async ({ verified: page }) => {
  const slug = await ownDrop()
  const orderId = await hold(page, slug, 3)
  await page.getByLabel('Full name').fill('Jordan Buyer')
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/renewal')) renewals.push(request.url())
  })
  // Two presses with nothing between them, as a quick finger on a busy phone.
  await page
    .getByRole('button', { name: 'Extend hold' })
    .first()
    .evaluate((button) => [button, button].forEach((pressed) => (pressed as HTMLButtonElement).click()))
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  expect(renewals).toHaveLength(1)
  await page.getByRole('button', { name: 'Release this number' }).click()
  await expect(page.getByRole('heading', { name: 'You released number 3' })).toBeVisible()
  await page.goto(`/orders/${orderId}`)
  await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible()
})

test('the input survives navigation and a reload, and is gone once it is paid', async ({
  verified: page,
}) => {
  await hold(page, await ownDrop(), 3)
  const email = await fillIn(page)
  await page.getByRole('radio', { name: 'I know my dealer' }).check()
  await page.getByLabel('Dealer’s name').fill('Miami Arms')
  await page.getByLabel('Dealer’s city').fill('Miami')
  await page.getByLabel('Dealer’s state').selectOption('FL')
  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage))
  const allIsThere = async () => {
    await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('State you live in')).toHaveValue('FL')
    await expect(page.getByRole('radio', { name: 'I know my dealer' })).toBeChecked()
    await expect(page.getByLabel('Dealer’s name')).toHaveValue('Miami Arms')
    await expect(page.getByLabel('Dealer’s state')).toHaveValue('FL')
  }

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await page.goBack()
  await allIsThere()
  await expect(page.getByRole('checkbox', { name: /I am 21 or older/ })).not.toBeChecked()
  await page.reload()
  await allIsThere()
  expect(await stored()).toContain('Miami Arms')
  expect(await stored()).not.toMatch(/attestation|paymentToken/)

  await page.getByRole('checkbox', { name: /I am 21 or older/ }).check()
  await pay(page)
  await expect(page.getByRole('heading', owned(3))).toBeVisible()
  expect(await stored()).not.toMatch(/Jordan|checkout/)
})
