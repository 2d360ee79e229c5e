// A shop with a stand-in for Authorize.Net: the card form, in a browser and under the real content policy.
import { cards } from '#test/authorize-net/books.ts'
import { openStandIn, type StandIn } from '#test/authorize-net/stand-in.ts'
import { expect, passAgeGate, test } from './fixtures.ts'
import { openShopWith, type OwnShop } from './own-shop.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, payButton } from './buyer-steps.ts'

test.describe.configure({ timeout: 150_000 })

let standIn: StandIn
let shop: OwnShop

test.beforeAll(async () => {
  test.setTimeout(150_000)
  standIn = await openStandIn(() => new Date())
  const { account } = standIn
  shop = await openShopWith({
    GATEWAY_TIMEOUT_MS: '2000',
    PAYMENTS: 'authorize-net',
    AUTHNET_ENVIRONMENT: 'sandbox',
    AUTHNET_ENDPOINT: account.endpoint,
    AUTHNET_API_LOGIN_ID: account.apiLoginId,
    AUTHNET_TRANSACTION_KEY: account.transactionKey,
    AUTHNET_CLIENT_KEY: account.clientKey,
    AUTHNET_SIGNATURE_KEY: account.signatureKey,
  })
})

test.afterAll(async () => {
  await shop.close()
  await standIn.close()
})

test('a card entered in the payment service’s form is declined, then accepted, and never reaches the shop', async ({
  page,
  context,
  browserErrors,
}) => {
  // The content policy blocks their script's style element; our style sheet replaces it.
  browserErrors.allow(/inline style violates/)
  await passAgeGate(context, shop.address)
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.url().startsWith(shop.address) && sent.push(request.postData() ?? ''),
  )

  await page.goto(`${shop.address}/drops/guerrilla-vol-1/reserve?number=7`)
  await page.getByRole('button', { name: /^Hold № 7/ }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  const enter = page.getByRole('button', { name: 'Enter your card' })
  await expect(enter).toBeEnabled()
  await fillIn(page)

  await typeCard(cards.decline)
  await payButton(page).click()
  await expect(page.getByRole('alert').getByText(/The bank declined the card/)).toBeVisible()
  await expect(enter, 'the used card is forgotten').toBeVisible()

  await typeCard(cards.approve)
  await noSidewaysScroll(page)
  await page.getByRole('checkbox', { name: /I am 21 or older/ }).check()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
  await expect(page.locator('script[src*="AcceptUI"], iframe'), 'gone after the checkout').toHaveCount(0)
  expect(standIn.books.unrefundedCents()).toBe(10_000)
  for (const number of [cards.approve, cards.decline]) expect(sent.join()).not.toContain(number)

  async function typeCard(number: string) {
    await enter.click()
    const form = page.frameLocator('iframe[title="Secure card form"]')
    await form.getByLabel('Card number').fill(number)
    await form.getByRole('button', { name: 'Use this card' }).click()
    await expect(page.getByText(`Card ending in ${number.slice(-4)} is ready.`)).toBeVisible()
  }
})
