// A reservation as script makes it: what answers at once, what survives, and what a page learns by itself. What its forms say without
// script is proved by app/features/checkout/reserve.test.ts.
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { attempts, charges, fillIn, hold, orderOn, ownDrop, pay, payButton } from './buyer-steps.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

const owned = (number: number) => ({ name: `Number ${number} is yours` })

test('a visitor passes the gate, chooses number 7 of 50, leaves and comes back, extends the hold, and pays once with two presses', async ({
  page,
}) => {
  await page.goto(`/drops/${await ownDrop()}`)
  await page.getByRole('button', { name: 'I am 18 years or older' }).click()
  await page.getByRole('radio', { name: 'Number 7, open' }).check()
  await page.getByRole('button', { name: 'Hold № 7' }).click()
  await expect(page).toHaveURL(/\/checkout\//, { timeout: 60_000 }) // live artwork keeps a small machine busy
  const orderId = orderOn(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reserve number 7')
  await expect(page.getByRole('timer', { name: 'Number 7 held for' })).toHaveText(/^(09:[345]\d|10:00)$/)
  await expect(page.getByRole('img', { name: /number 7 of 50/ })).toBeVisible()

  // The summary is seen to its end beside the form, however low the window.
  for (const height of [900, 768, 600]) {
    await page.setViewportSize({ width: 1366, height })
    await page.evaluate(() => scrollTo(0, 700))
    await expect(page.getByRole('button', { name: /^Release/ })).toBeInViewport({ ratio: 1 })
  }

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

  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/renewal')) renewals.push(request.url())
  })
  // Two presses with nothing between them, as a quick finger on a busy phone.
  await page
    .getByRole('button', { name: 'Extend hold' })
    .first()
    .evaluate((button) => [button, button].forEach((pressed) => (pressed as HTMLButtonElement).click()))
  await allIsThere()
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  expect(renewals).toHaveLength(1)

  await page.getByRole('checkbox', { name: /I am 21 or older/ }).check()
  await payButton(page).dblclick()
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
  expect(await charges(orderId)).toBe(1)
  expect(await stored()).not.toMatch(/Jordan|checkout/)
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Show my link' }).click()
  await expect(page.getByText('Here is a new link.')).toBeInViewport()
  await expect(page.locator('code')).toBeInViewport()
  await noSidewaysScroll(page)
})

test('reloading during the payment pays once, and the page that waits for it updates itself', async ({
  verified: page,
}) => {
  const orderId = await hold(page, await ownDrop(), 3)
  await fillIn(page)
  await pay(page, 'Test card: times out after charging')
  // A press that is cut off before the shop heard of it is none: the buyer would press again.
  await expect.poll(() => attempts(orderId), { intervals: [50] }).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', owned(3))).toBeVisible({ timeout: 60_000 })
  await page.goto(`/checkout/${orderId}`)
  await expect(page).toHaveURL(`/orders/${orderId}`)
  expect(await charges(orderId)).toBe(1)
})
