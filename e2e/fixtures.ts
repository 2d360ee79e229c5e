// The start of every journey: a visitor before or past the gate, in a browser watched for errors.
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { networkFailureWords } from '#app/http/site-request.ts'

export { expect }

/** Errors in the browser's console. Any error fails the test, unless the test expects it. */
type BrowserErrors = {
  /** Ignores matching errors. Chromium reports a 409 of a refused form as an error, for example. */
  allow: (pattern: RegExp) => void
  /** Watches a context that the test opened itself. */
  watch: (context: BrowserContext) => void
}

type Fixtures = {
  browserErrors: BrowserErrors
  /** A page of a visitor who has passed the age gate. */
  verified: Page
  /** Opens a page in another browser, of somebody who has passed the age gate. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

type WorkerFixtures = { contexts: Map<string, BrowserContext> }

export const test = base.extend<Fixtures, WorkerFixtures>({
  // A browser that has the shop's scripts and pictures at hand opens a page in half the time: each kind of context is
  // made once for a worker, and is as good as new for every test.
  contexts: [
    async ({}, use) => {
      const stored = new Map<string, BrowserContext>()
      await use(stored)
      for (const context of stored.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, contexts, baseURL, locale, contextOptions, viewport, hasTouch, isMobile, javaScriptEnabled },
    use,
  ) => {
    const options: BrowserContextOptions = {
      ...contextOptions,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      ...(locale && { locale }),
      ...(baseURL && { baseURL }),
    }
    const kind = JSON.stringify(options)
    const context = contexts.get(kind) ?? (await browser.newContext(options))
    contexts.set(kind, context)
    const status = await standingPage(context, baseURL ?? '')
    await use(context)
    for (const page of context.pages()) if (page !== status) await page.close()
    context.removeAllListeners('console').removeAllListeners('weberror')
    await context.unrouteAll()
    await context.setOffline(false)
    await context.clearCookies()
    await status.evaluate(() => localStorage.clear())
  },
  browserErrors: [
    async ({ context }, use) => {
      const seen: string[] = []
      const allowed: RegExp[] = []
      const watch = (watched: BrowserContext) => {
        watched.on('weberror', (error) => seen.push(error.error().message))
        watched.on('console', (message) => {
          if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
        })
      }
      watch(context)
      await use({ allow: (pattern) => allowed.push(pattern), watch })
      expect(seen.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  verified: async ({ context, page, baseURL }, use) => {
    await passAgeGate(context, baseURL ?? '')
    await use(page)
  },
  newVisitor: async ({ browser, browserErrors, baseURL, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }), ...options })
      opened.push(context)
      browserErrors.watch(context)
      await passAgeGate(context, options?.baseURL ?? baseURL ?? '')
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

/** Stores what the age gate stores: the record in the browser's storage and the cookie that mirrors it. */
export async function passAgeGate(context: BrowserContext, baseURL: string, at = new Date()) {
  const timestamp = at.toISOString()
  await layRecord(context, timestamp, baseURL)
  await context.addCookies([{ name: recordKey, value: encodeURIComponent(timestamp), url: baseURL }])
}

/** Stores only the gate's record; cookies are cleared. */
export async function layRecord(
  context: BrowserContext,
  timestamp: string,
  origin = test.info().project.use.baseURL ?? '',
) {
  const record = JSON.stringify({ verified: true, timestamp })
  await context.clearCookies()
  const status = await standingPage(context, origin)
  await status.evaluate(([key, value]) => localStorage.setItem(key, value), [recordKey, record] as const)
}

/**
 * A context's first page, which is at the shop's address and shows nothing of it. It keeps the process of its pages alive, and
 * what the browser keeps for the shop is reached through it: Playwright's own way opens a page for that, each time.
 */
async function standingPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  const address = `${origin}/healthz`
  if (page.url() !== address) await page.goto(address)
  return page
}

/** Chromium's message for a network failure. */
export const brokenLine = /ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/

/**
 * Presses a button while offline, and waits for the form's error. The input has to be submitted by the next press.
 */
export async function pressOffline(page: Page, button: Locator) {
  const notified = page.getByText(networkFailureWords)
  await expect(notified).toHaveCount(0) // otherwise the previous error would satisfy this check
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await button.click()
  await expect(notified.first()).toBeVisible()
  await page.context().setOffline(false)
}

/** Holds the requests to an address on their way. Returns the first of them, once it is sent, and how to let them all go on. */
export async function holdRequests(page: Page, address: RegExp) {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue().catch(() => {}) // the page may have given it up
  })
  return { requested: page.waitForRequest(address), release: released.resolve }
}
