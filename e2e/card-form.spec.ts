// A shop with a stand-in for Authorize.Net: the card form, in a browser and under the real content policy.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cards } from '#test/authorize-net/books.ts'
import { openStandIn, type StandIn } from '#test/authorize-net/stand-in.ts'
import { expect, passAgeGate, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'
import { fillIn, payButton } from './reservation-steps.ts'

test.describe.configure({ timeout: 150_000 })

let standIn: StandIn
let shop: ChildProcess
let address: string
let dataDir: string

test.beforeAll(async () => {
  test.setTimeout(150_000)
  standIn = await openStandIn(() => new Date())
  dataDir = mkdtempSync(join(tmpdir(), 'paco-cards-'))
  chmodSync(dataDir, 0o755) // as root, PostgreSQL runs as another user and needs access
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const { account } = standIn
  shop = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      GATEWAY_TIMEOUT_MS: '2000',
      PAYMENTS: 'authorize-net',
      AUTHNET_ENVIRONMENT: 'sandbox',
      AUTHNET_ENDPOINT: account.endpoint,
      AUTHNET_API_LOGIN_ID: account.apiLoginId,
      AUTHNET_TRANSACTION_KEY: account.transactionKey,
      AUTHNET_CLIENT_KEY: account.clientKey,
      AUTHNET_SIGNATURE_KEY: account.signatureKey,
    },
  })
  const isOpen = async () => (await fetch(`${address}/healthz`).catch(() => undefined))?.ok ?? false
  await expect.poll(isOpen, { timeout: 120_000 }).toBe(true)
})

test.afterAll(async () => {
  shop.kill('SIGTERM')
  if (shop.exitCode === null) await once(shop, 'exit')
  await standIn.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a card entered in the payment service’s form is declined, then accepted, and never reaches the shop', async ({
  page,
  context,
  browserErrors,
}) => {
  // The content policy blocks their script's style element; our style sheet replaces it.
  browserErrors.allow(/inline style violates/)
  await passAgeGate(context, address)
  const sent: string[] = []
  page.on('request', (request) => request.url().startsWith(address) && sent.push(request.postData() ?? ''))

  await page.goto(`${address}/drops/guerrilla-vol-1/reserve?number=7`)
  await page.getByRole('button', { name: /^Hold № 7, / }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  const enter = page.getByRole('button', { name: 'Enter your card' })
  await expect(enter).toBeEnabled()
  await axe(page)
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
  expect(standIn.books.keptCents()).toBe(10_000)
  for (const number of [cards.approve, cards.decline]) expect(sent.join()).not.toContain(number)

  async function typeCard(number: string) {
    await enter.click()
    const form = page.frameLocator('iframe[title="Secure card form"]')
    await form.getByLabel('Card number').fill(number)
    await form.getByRole('button', { name: 'Use this card' }).click()
    await expect(page.getByText(`Card ending in ${number.slice(-4)} is ready.`)).toBeVisible()
  }
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => resolve(typeof at === 'object' && at ? at.port : 0))
    })
  })
}
