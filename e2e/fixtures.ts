// What every journey starts from: a visitor, the shop it walks through, and its mailbox.
import { execFile } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test'
import pg from 'pg'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { cutOffWords } from '#app/http/cut-off.ts'
import { day } from '#app/kit/clock.ts'
import { type KeptMail, listMails, readMail } from '#app/mail/mailbox.server.ts'

export { expect }

const dataDir = process.env.E2E_DATA_DIR ?? ''
const runProgram = promisify(execFile)

/** What went wrong in the browser's console. Any error there fails the test, unless the test said it would come. */
export type BrowserErrors = {
  /** Lets errors pass that match. A refused form, for one, is answered with 409, which Chromium reports as an error. */
  allow: (pattern: RegExp) => void
  /** Watches a context that the test opened by itself. */
  watch: (context: BrowserContext) => void
}

/** A drop that no other test touches. */
export type OwnDrop = { id: string; slug: string; name: string }

type Fixtures = {
  browserErrors: BrowserErrors
  /** A page whose visitor has already passed the age gate. */
  verified: Page
  /** A page of the same visitor, who only looks at it: its script waits. */
  untouched: Page
  /** Makes a live drop for this test alone: tests run side by side in one shop, and stock is what they would fight over. */
  ownDrop: (options?: { units?: number; launchDate?: Date; endDate?: Date }) => Promise<OwnDrop>
}

type Kept = { keptContexts: Map<string, BrowserContext> }

export const test = base.extend<Fixtures, Kept>({
  // A browser that has the shop's scripts and pictures at hand opens a page in half the time: each kind of context is
  // made once for a worker, and is as good as new for every test.
  keptContexts: [
    async ({}, use) => {
      const kept = new Map<string, BrowserContext>()
      await use(kept)
      for (const context of kept.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      keptContexts,
      baseURL,
      locale,
      contextOptions,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
    },
    use,
  ) => {
    const options: BrowserContextOptions = {
      ...contextOptions,
      ...{ viewport, hasTouch, isMobile, javaScriptEnabled },
      ...(locale && { locale }),
      ...(baseURL && { baseURL }),
    }
    const kind = JSON.stringify(options)
    const context = keptContexts.get(kind) ?? (await browser.newContext(options))
    keptContexts.set(kind, context)
    const standing = await standingPage(context, baseURL ?? '')
    await use(context)
    for (const page of context.pages()) if (page !== standing) await page.close()
    context.removeAllListeners('console').removeAllListeners('weberror')
    await context.unrouteAll()
    await context.setOffline(false)
    await context.clearCookies()
    await standing.evaluate(() => localStorage.clear())
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
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForScript(page)
    await use(page)
  },
  verified: async ({ context, page, baseURL }, use) => {
    await passAgeGate(context, baseURL ?? '')
    await use(page)
  },
  untouched: async ({ context, baseURL }, use) => {
    await passAgeGate(context, baseURL ?? '')
    await use(await context.newPage())
  },
  ownDrop: async ({}, use) => {
    await use(addDrop)
  },
})

/** A page's script takes over when somebody touches it: these visitors touch it at once, and then wait. */
export function waitForScript(page: Page) {
  const hasScript = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('touchstart')))
    await page
      .locator('html[data-hydrated], html:not(:has(script[data-needs]))')
      .waitFor({ state: 'attached' })
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...asked) => {
    const answer = await goto(...asked)
    await hasScript()
    return answer
  }
  page.reload = async (...asked) => {
    const answer = await reload(...asked)
    await hasScript()
    return answer
  }
}

/** Leaves behind what the age gate leaves behind: the record in the browser's storage and the cookie that mirrors it. */
export async function passAgeGate(context: BrowserContext, baseURL: string, at = new Date()) {
  const timestamp = at.toISOString()
  await layRecord(context, timestamp, baseURL)
  await context.addCookies([{ name: recordKey, value: encodeURIComponent(timestamp), url: baseURL }])
}

/** Puts the gate's record where the browser keeps it, and nothing else: cookies are gone afterwards. */
export async function layRecord(
  context: BrowserContext,
  timestamp: string,
  origin = test.info().project.use.baseURL ?? '',
) {
  const record = JSON.stringify({ verified: true, timestamp })
  await context.clearCookies()
  const standing = await standingPage(context, origin)
  await standing.evaluate(([key, value]) => localStorage.setItem(key, value), [recordKey, record] as const)
}

/**
 * A context's first page, which stands at the shop and shows nothing of it. It keeps the process of its pages alive, and
 * what the browser keeps for the shop is reached through it: Playwright's own way opens a page for that, each time.
 */
async function standingPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  const address = `${origin}/healthz`
  if (page.url() !== address) await page.goto(address)
  return page
}

/** What Chromium says of a broken line. */
export const brokenLine = /ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/

/** Presses a button while the line is broken, and waits until its form says so. What was typed has to go out with the next press. */
export async function pressOffline(page: Page, button: Locator) {
  const told = page.getByText(cutOffWords)
  await expect(told).toHaveCount(0) // else what was said to the press before would answer for this one
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await button.click()
  await expect(told.first()).toBeVisible()
  await page.context().setOffline(false)
}

/** All mails to an address, newest first, as they lie in the shop's local mailbox. */
export async function readMailbox(to: string): Promise<KeptMail[]> {
  const folder = join(dataDir, 'mailbox')
  const listed = (await listMails(folder)).filter((mail) => mail.to === to)
  const mails = await Promise.all(listed.map((mail) => readMail(folder, mail.id)))
  return mails.filter((mail) => mail !== undefined)
}

/** Waits for a mail to arrive: they go out by a job, a moment after the page. */
export async function findMail(to: string, subject: RegExp, withinMs = 30_000): Promise<KeptMail> {
  let found: KeptMail | undefined
  const find = async () => {
    found = (await readMailbox(to)).find((mail) => subject.test(mail.subject))
    return found?.subject
  }
  await expect.poll(find, { message: `mail to ${to} about ${subject}`, timeout: withinMs }).toBeDefined()
  if (!found) throw new Error('unreachable: the poll ends with a mail or throws')
  return found
}

/** Runs a statement on the database of the shop under test, past all its rules. For set-up that no page offers. */
export async function sqlOnShop<Row extends pg.QueryResultRow>(
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const [port, password] = ['database.port', 'database.password'].map((file) =>
    readFileSync(join(dataDir, file), 'utf8'),
  )
  const client = new pg.Client(`postgres://paco:${password}@127.0.0.1:${port}/postgres`)
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Adds a drop like the sample's live one, all units open. Its launch lies before the sample's, so that the sample's
 * stays the current drop of the home page.
 */
async function addDrop({
  units = 5,
  launchDate = new Date(Date.now() - 90 * day),
  endDate = new Date(Date.now() + 7 * day),
} = {}): Promise<OwnDrop> {
  const number = randomInt(1_000, 10_000)
  const drop = { id: randomUUID(), slug: `own-${number}`, name: `Own Drop ${number}` }
  const changed = {
    ...drop,
    drop_number: number,
    total_units: units,
    launch_date: launchDate,
    end_date: endDate,
    status: 'live',
  }
  await sqlOnShop(
    `insert into drops select (jsonb_populate_record(model, $1)).* from drops model where slug = 'guerrilla-vol-1'`,
    [changed],
  )
  await sqlOnShop(
    `insert into drop_units (drop_id, number) select $1, number from generate_series(1, $2::int) number`,
    [drop.id, units],
  )
  return drop
}

/** Gives an operator's command to the shop under test, as `npm run operate -- ...` does, and returns what it said. */
export async function operate(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await runProgram('node', ['scripts/run.mjs', 'operate', ...args], { env })
  return stdout
}
