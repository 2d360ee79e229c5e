import { brokenLine, expect, passAgeGate, pressOffline, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownDrop, pay } from './reservation-steps.ts'
import { findMail, operate } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const linkIn = (text: string) => /http\S+\/orders\/\S+key=[\w-]+/.exec(text)?.[0] ?? ''

test('a link is shown on request, opens elsewhere, and ends with all others', async ({
  verified: page,
  browser,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/ 404 /) // a link that was ended opens nothing
  const orderId = await hold(page, await ownDrop(), 5)
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  expect(await page.content()).not.toContain('?key=')
  await page.getByRole('button', { name: 'Show my link' }).click()
  await expect(page.getByText('Here is a new link.')).toBeInViewport()
  await expect(page.locator('code')).toBeInViewport()
  await noSidewaysScroll(page)
  const link = linkIn(await page.locator('code').innerText())

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await passAgeGate(context, baseURL ?? '')
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()

  await page.getByRole('link', { name: 'Back to the order' }).click()
  await page.getByRole('button', { name: 'End all links' }).click()
  await expect(page.getByText('All private links ended')).toBeVisible()
  expect((await other.reload())?.status()).toBe(404)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
  await context.close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  expect(await operate('end-links', orderId)).toContain('revoked')
  expect((await page.reload())?.status()).toBe(404)
})

for (const javaScriptEnabled of [true, false])
  test(`a lost link is requested by code and email ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    verified: page,
    browser,
    baseURL,
    browserErrors,
  }) => {
    const orderId = await hold(page, await ownDrop(), 5)
    const email = await fillIn(page)
    await pay(page)
    await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
    await findMail(email, /reserved|yours|paid/i)

    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled })
    await passAgeGate(context, baseURL ?? '')
    const lost = await context.newPage()
    await lost.goto(`/orders/${orderId}`)
    await lost.getByRole('link', { name: 'Get a New Link' }).click()
    await expect(lost.getByRole('heading', { name: 'Find your order' })).toBeVisible()
    await lost.getByLabel('Order code').fill('too short')
    await lost.getByRole('textbox', { name: 'Email' }).fill(email)
    await lost.getByRole('button', { name: 'Send Me a New Link' }).click()
    await expect(lost.getByText('Enter the ten letters and digits').first()).toBeVisible()
    await expect(lost.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await lost.getByLabel('Order code').fill(orderId.toLowerCase())
    if (javaScriptEnabled) {
      browserErrors.allow(brokenLine)
      await pressOffline(lost, lost.getByRole('button', { name: 'Send Me a New Link' }))
    }
    await lost.getByRole('button', { name: 'Send Me a New Link' }).click()
    await expect(
      lost.getByText('If we have an order with that email, a new link is on its way.'),
    ).toBeVisible()
    await noSidewaysScroll(lost)
    const mail = await findMail(email, /^A new link to your order/)
    await lost.goto(linkIn(mail.text))
    await expect(lost.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
    await context.close()
  })

test('a buyer who lost the link is sent a new one by staff, and staff end those that others may have', async ({
  verified: page,
  browser,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/ 404 /) // a link that was ended opens nothing
  const orderId = await hold(page, await ownDrop(), 5)
  const email = await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  await signInAs(context, 'desk', { baseURL })
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  await passAgeGate(elsewhere, baseURL ?? '')
  const buyer = await elsewhere.newPage()
  const desk = async (verb: string, button: string) => {
    await page.goto(`/staff/orders/${orderId}?do=${verb}`)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page).not.toHaveURL(/\?do=/)
  }

  await desk('send_link', 'Send link')
  const first = linkIn((await findMail(email, /^A new link to your order/)).text)
  await buyer.goto(first)
  await expect(buyer.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  await desk('end_links', 'End links')
  expect((await buyer.goto(first))?.status()).toBe(404)

  await desk('send_link', 'Send link')
  const isNew = async () => linkIn((await findMail(email, /^A new link to your order/)).text) !== first
  await expect.poll(isNew).toBe(true)
  await buyer.goto(linkIn((await findMail(email, /^A new link to your order/)).text))
  await expect(buyer.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  await elsewhere.close()
})
