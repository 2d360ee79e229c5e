import { brokenLine, expect, passAgeGate, pressOffline, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownDrop, pay } from './reservation-steps.ts'
import { findMail, operate } from './shop.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const linkIn = (text: string) => /http\S+\/orders\/\S+key=[\w-]+/.exec(text)?.[0] ?? ''

test('a link is shown on request, opens elsewhere, and ends with all others', {
  tag: '@phone',
}, async ({ verified: page, browser, baseURL, browserErrors }) => {
  browserErrors.allow(/ 404 /) // a link that was ended opens nothing
  const orderId = await hold(page, await ownDrop(), 5)
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  expect(await page.content()).not.toContain('?key=')
  await axe(page)
  await page.getByRole('button', { name: 'Show my link' }).click()
  await expect(page.getByText('Here is a new link.')).toBeInViewport()
  await expect(page.locator('code')).toBeInViewport()
  await axe(page)
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
  await axe(other)
  await context.close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  expect(await operate('end-links', orderId)).toContain('revoked')
  expect((await page.reload())?.status()).toBe(404)
})

for (const javaScriptEnabled of [true, false])
  test(`a lost link is requested by code and email ${javaScriptEnabled ? 'with' : 'without'} script`, {
    tag: '@phone',
  }, async ({ verified: page, browser, baseURL, browserErrors }) => {
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
    if (javaScriptEnabled) await axe(lost)
    await lost.getByLabel('Order code').fill('too short')
    await lost.getByRole('textbox', { name: 'Email' }).fill(email)
    await lost.getByRole('button', { name: 'Send Me a New Link' }).click()
    await expect(lost.getByText('Enter the ten letters and digits').first()).toBeVisible()
    await expect(lost.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    if (javaScriptEnabled) await axe(lost)
    await lost.getByLabel('Order code').fill(orderId.toLowerCase())
    if (javaScriptEnabled) {
      browserErrors.allow(brokenLine)
      await pressOffline(lost, lost.getByRole('button', { name: 'Send Me a New Link' }))
    }
    await lost.getByRole('button', { name: 'Send Me a New Link' }).click()
    await expect(
      lost.getByText('If we have an order with that email, a new link is on its way.'),
    ).toBeVisible()
    if (javaScriptEnabled) await axe(lost)
    await noSidewaysScroll(lost)
    const mail = await findMail(email, /^A new link to your order/)
    await lost.goto(linkIn(mail.text))
    await expect(lost.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
    await context.close()
  })
