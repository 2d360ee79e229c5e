// The age gate in a browser with script: its dialog, and the record it keeps there. What the server answers, with and without script,
// is proved in app/features/age-gate/gate.test.ts.
import type { BrowserContext, Page } from '@playwright/test'
import { expect, layRecord, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { shopAddress } from './shop.ts'
import { accessible } from './sweep-checks.ts'

/** Storage key of the record and name of the cookie that mirrors it, written out: people's browsers hold this very name. */
const key = 'paco-age'

const gate = (page: Page) => page.getByRole('dialog', { name: 'Are you 18 or older?' })
const adult = (page: Page) => page.getByRole('button', { name: 'I am 18 years or older' })
const minor = (page: Page) => page.getByRole('button', { name: 'I am under 18' })
/** The footer is on every page of the shop, and nowhere before the gate. */
const shop = (page: Page) => page.getByRole('contentinfo')

/** What the browser stores after the gate. The cookie's value is encoded, as sent. */
async function stored(page: Page) {
  const record = await page.evaluate((name) => localStorage.getItem(name), key)
  const cookie = (await page.context().cookies()).find(({ name }) => name === key)?.value
  return { record, cookie }
}

const dayMs = 24 * 60 * 60 * 1_000

const isoBefore = (ms: number) => new Date(Date.now() - ms).toISOString()

async function layCookie(context: BrowserContext, timestamp: string) {
  await context.addCookies([{ name: key, value: encodeURIComponent(timestamp), url: shopAddress() }])
}

/** Counts the documents that a page requests, to detect reload loops. */
function countDocuments(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') seen.push(request.url())
  })
  return seen
}

async function escapeTwice(page: Page) {
  for (let press = 0; press < 2; press++) await page.keyboard.press('Escape')
}

test('the gate holds the focus until it is answered, and sends whoever is under 18 away', async ({
  page,
}) => {
  await page.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'elsewhere' }))
  await page.goto('/drops')
  await expect(gate(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const button of [adult(page), minor(page), adult(page)]) {
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Shift+Tab')
  await expect(minor(page)).toBeFocused()
  await escapeTwice(page)
  await escapeTwice(page)
  await page.mouse.click(5, 5)
  await escapeTwice(page)
  await expect(gate(page)).toBeVisible()
  expect(await page.locator('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  await accessible(page, { enlarged: 'page' })

  await minor(page).click()
  const restricted = page.getByRole('dialog', { name: 'Access Restricted' })
  await expect(restricted).toContainText(
    "We're sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement.",
  )
  await expect(adult(page)).toBeHidden()
  await expect(page).toHaveURL(/\/drops$/)
  expect(await stored(page)).toEqual({ record: null, cookie: undefined })
  await noSidewaysScroll(page)
  await escapeTwice(page)
  await expect(restricted).toBeVisible()
  const understood = page.getByRole('button', { name: 'I Understand' })
  await expect(understood).toBeFocused()
  await understood.click()
  await expect(page).toHaveURL('https://duckduckgo.com/')
})

test('an adult gets the requested page, and is not asked again', async ({ page }) => {
  const requested = /\/drops\/vault\?status=live#results$/
  await page.goto('/drops/vault?status=live#results')
  await adult(page).click()
  await expect(shop(page)).toBeVisible()
  await expect(page).toHaveURL(requested)
  const { record, cookie } = await stored(page)
  const { verified, timestamp } = JSON.parse(record ?? '{}') as { verified: boolean; timestamp: string }
  expect(verified).toBe(true)
  expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000)
  expect(cookie).toBe(encodeURIComponent(timestamp))
  await page.reload()
  await expect(shop(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(requested)
  await expect(shop(page)).toBeVisible()
})

test('without a valid record the gate is shown, and a cookie does not help', async ({ page, context }) => {
  await layRecord(context, isoBefore(30 * dayMs + 1_000))
  await layCookie(context, isoBefore(0))
  await page.goto('/drops')
  await expect(gate(page)).toBeVisible()
  expect(await stored(page)).toEqual({ record: null, cookie: undefined })

  await layCookie(context, isoBefore(0))
  const documents = countDocuments(page)
  await page.goto('/drops')
  await expect(gate(page)).toBeVisible()
  expect((await stored(page)).cookie).toBeUndefined()
  expect(documents).toHaveLength(2)
})

test('a record younger than 30 days opens the shop without a cookie, after a loading screen', async ({
  page,
  context,
}) => {
  const timestamp = isoBefore(29 * dayMs)
  await layRecord(context, timestamp)
  await page.addInitScript(() => {
    // The visible content of the first document, once it has loaded.
    const isSeen = (selector: string) =>
      document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false
    addEventListener(
      'pagehide',
      () => {
        sessionStorage.setItem('seen', `loading ${isSeen('[role=status]')}, dialog ${isSeen('dialog')}`)
      },
      { once: true },
    )
  })
  let requested = 0
  await page.route('**/drops', async (route) => {
    requested += 1
    if (requested === 2) await new Promise((done) => setTimeout(done, 500)) // a slow line, not a wait for the page
    await route.continue()
  })
  const documents = countDocuments(page)
  await page.goto('/drops')
  await expect(shop(page)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('loading true, dialog false')
  expect((await stored(page)).cookie).toBe(encodeURIComponent(timestamp))
  const { expires = 0 } = (await context.cookies()).find(({ name }) => name === key) ?? {}
  expect(Math.abs(expires * 1_000 - (Date.parse(timestamp) + 30 * dayMs))).toBeLessThan(10_000)
  expect(documents).toHaveLength(2)
})

test('where storage is restricted the cookie alone decides, and without cookies the gate says so', async ({
  context,
}) => {
  const blocked = () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('blocked')
      },
    })
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new Error('full')
    }
  }
  for (const block of [blocked, full]) {
    const page = await context.newPage()
    await page.addInitScript(block)
    await page.goto('/drops')
    await adult(page).click()
    await expect(shop(page)).toBeVisible()
    const documents = countDocuments(page)
    await page.reload()
    await expect(shop(page)).toBeVisible()
    expect(documents).toHaveLength(1)
    await page.close()
    await context.clearCookies()
  }

  await layRecord(context, isoBefore(dayMs))
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }))
  const documents = countDocuments(page)
  await page.goto('/drops')
  await expect(gate(page)).toContainText('Please allow cookies for this site')
  expect(documents).toHaveLength(1)
})
