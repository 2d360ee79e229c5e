import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, holdByPage, ownAddress, ownDrop, pay, payButton } from './reservation-steps.ts'
import { findMail, operate, operateFromShell } from './shop.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const owned = (number: number) => ({ name: `Number ${number} is yours` })

test('the buyer refunds the deposit, and the number is available again', async ({ verified: page }) => {
  const slug = await ownDrop()
  await hold(page, slug, 5)
  const email = await fillIn(page)
  await pay(page)
  await page.getByRole('link', { name: 'Refund the deposit' }).click()
  await expect(page.getByRole('heading', { name: 'Refund number 5?' })).toBeVisible()
  await page.getByRole('button', { name: 'Refund $100' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible()
  await findMail(email, /\$100 refunded/)
  await page.goto(`/drops/${slug}`)
  await expect(page.getByRole('button', { name: 'Number 5, open' })).toBeVisible()
})

test('a refund whose answer was lost completes without anybody’s help', async ({ verified: page }) => {
  await hold(page, await ownDrop(), 5)
  await fillIn(page)
  await pay(page, 'Test card: approved, refunds time out')
  await page.getByRole('link', { name: 'Refund the deposit' }).click()
  await page.getByRole('button', { name: 'Refund $100' }).click()
  await expect(page.getByText('Your refund of $100.00 is on its way.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible({ timeout: 20_000 })
})

test('staff move the stage: the page and an email say so, and refunds go through us', async ({
  verified: page,
}) => {
  const orderId = await hold(page, await ownDrop(), 5)
  const email = await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', owned(5))).toBeVisible()
  expect(await operate('stage', orderId, 'agreed', '--override', 'journey')).toContain(
    'went from reserved to agreed',
  )
  for (const stage of ['balance_paid', 'in_build', 'built', 'form3_filed'])
    await operate('stage', orderId, stage, '--override', 'journey')
  await findMail(email, /^Form 3 filed: Journey, number 5 of 50/)
  await page.reload()
  const stages = page.getByRole('list', { name: 'Stages of your reservation' })
  await expect(stages.getByRole('listitem').filter({ hasText: 'Form 3 filed' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(page.getByText('you can no longer refund the deposit on this page')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Refund the deposit' })).toHaveCount(0)
})

test('a payment held for review waits for a person, then the page updates', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 5)
  await fillIn(page)
  await pay(page, 'Test card: held for review')
  await expect(page.getByRole('heading', { name: 'Payment under review' })).toBeVisible()
  expect(await operateFromShell('payment-review', orderId, 'approve')).toContain('is now paid')
  await expect(page.getByRole('heading', owned(5))).toBeVisible({ timeout: 15_000 })
})

test('without its private link an order looks nonexistent', async ({
  verified: page,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.allow(/404/)
  const orderId = await hold(page, await ownDrop(), 5)
  const stranger = await browser.newContext({ baseURL: baseURL ?? '' })
  await passAgeGate(stranger, baseURL ?? '')
  const other = await stranger.newPage()
  const words: string[] = []
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}?key=wrong`, '/orders/NOSUCHCODE']) {
    expect((await other.goto(path))?.status()).toBe(404)
    words.push(await other.getByRole('main').innerText())
  }
  expect(new Set(words).size).toBe(1)
  expect(words[0]?.toLowerCase()).toContain('order not found')
  await stranger.close()
})

test('the private pages are neither cached nor indexed', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 5)
  for (const path of [`/checkout/${orderId}`, `/orders/${orderId}`]) {
    const answer = await page.goto(path)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  }
})

test('without JavaScript: errors, extension, decline, payment, refund', async ({
  browser,
  baseURL,
  viewport,
}) => {
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false, viewport })
  await passAgeGate(plain, baseURL ?? '')
  const page = await plain.newPage()
  await holdByPage(page, await ownDrop(), 7)

  await page.getByLabel('Full name').fill('Jordan Buyer')
  await payButton(page).click()
  await expect(page.getByText('Choose the state you live in').first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')

  await page.getByRole('button', { name: 'Extend hold' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')
  await page.getByRole('radio', { name: 'I know my dealer' }).check()
  await expect(page.getByLabel('Dealer’s name')).toBeVisible()
  await page.getByRole('radio', { name: 'I’ll choose later' }).check()

  await fillIn(page)
  await pay(page, 'Test card: declined')
  await expect(page.getByText('Payment declined')).toBeVisible()
  await pay(page, 'Test card: times out after charging')
  await expect(page.getByRole('heading', { name: 'Waiting for the payment service' })).toBeVisible()
  await expect(page.getByRole('heading', owned(7))).toBeVisible({ timeout: 20_000 })
  await noSidewaysScroll(page)
  await page.getByRole('link', { name: 'Refund the deposit' }).click()
  await page.getByRole('button', { name: 'Refund $100' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible()
  await plain.close()
})

test('a whole reservation with the keyboard only', async ({ verified: page }) => {
  const slug = await ownDrop()
  await page.goto(`/drops/${slug}/reserve?number=7`)
  await page.getByRole('button', { name: 'Hold № 7', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/checkout/)

  await page.getByLabel('Full name').focus()
  await page.keyboard.type('Jordan Buyer')
  await page.keyboard.press('Tab')
  await page.keyboard.type(ownAddress())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Flo')
  await page.keyboard.press('Tab')
  await page.keyboard.type('33101')
  const attestation = page.getByRole('checkbox', { name: /I am 21 or older/ })
  for (
    let presses = 0;
    presses < 12 && !(await attestation.evaluate((box) => box === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter') // sends the form from any of its fields
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
})
