import type { BrowserContext, Page } from '@playwright/test'
import { expect, layRecord, test } from './fixtures.ts'
import { adult, gate, stored, key, shop } from './gate-visitor.ts'

const dayMs = 24 * 60 * 60 * 1_000

const isoBefore = (ms: number) => new Date(Date.now() - ms).toISOString()

async function layCookie(context: BrowserContext, baseURL: string | undefined, timestamp: string) {
  await context.addCookies([{ name: key, value: encodeURIComponent(timestamp), url: baseURL ?? '' }])
}

/** Counts the documents that a page requests, to detect reload loops. */
function countDocuments(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') seen.push(request.url())
  })
  return seen
}

test.describe('after 30 days', () => {
  test('the record is removed and the gate reappears, though the cookie is young', async ({
    page,
    context,
    baseURL,
  }) => {
    await layRecord(context, isoBefore(30 * dayMs + 1_000))
    await layCookie(context, baseURL, isoBefore(0))
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
    expect(await stored(page)).toEqual({ record: null, cookie: undefined })
  })

  test('a day earlier it is still valid, even without the cookie', async ({ page, context }) => {
    const timestamp = isoBefore(29 * dayMs)
    await layRecord(context, timestamp)
    const documents = countDocuments(page)
    await page.goto('/drops')
    await expect(shop(page)).toBeVisible()
    expect((await stored(page)).cookie).toBe(encodeURIComponent(timestamp))
    const { expires = 0 } = (await context.cookies()).find(({ name }) => name === key) ?? {}
    expect(Math.abs(expires * 1_000 - (Date.parse(timestamp) + 30 * dayMs))).toBeLessThan(10_000)
    expect(documents).toHaveLength(2)
  })

  test('an equally old cookie alone does not open the shop', async ({ request, baseURL }) => {
    for (const [ageMs, isOpen] of [
      [30 * dayMs + 1_000, false],
      [29 * dayMs, true],
    ] as const) {
      const cookie = `${key}=${encodeURIComponent(isoBefore(ageMs))}`
      const html = await (await request.get(`${baseURL}/`, { headers: { Cookie: cookie } })).text()
      expect(html.includes('<footer')).toBe(isOpen)
    }
  })
})

test.describe('when record and cookie disagree', () => {
  test('a cookie without a record shows the gate', async ({ page, context, baseURL }) => {
    await layCookie(context, baseURL, isoBefore(0))
    const documents = countDocuments(page)
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
    expect((await stored(page)).cookie).toBeUndefined()
    expect(documents).toHaveLength(2)
  })

  test('a record without a cookie opens the shop after a loading screen', async ({ page, context }) => {
    await layRecord(context, isoBefore(dayMs))
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
    await page.goto('/drops')
    await expect(shop(page)).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('loading true, dialog false')
  })

  test('a tampered record is ignored', async ({ page, context }) => {
    await layRecord(context, 'for ever')
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
    expect((await stored(page)).record).toBeNull()
  })

  test('a record from the future is ignored', async ({ page, context }) => {
    await layRecord(context, isoBefore(-dayMs))
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
  })
})

test.describe('with restricted storage', () => {
  for (const [name, block] of [
    [
      'no storage at all',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new Error('blocked')
          },
        }),
    ],
    [
      'storage that cannot be written',
      () => {
        Storage.prototype.setItem = () => {
          throw new Error('full')
        }
      },
    ],
  ] as const) {
    test(`${name}: the cookie alone decides`, async ({ page }) => {
      await page.addInitScript(block)
      await page.goto('/drops')
      await adult(page).click()
      await expect(shop(page)).toBeVisible()
      const documents = countDocuments(page)
      await page.reload()
      await expect(shop(page)).toBeVisible()
      expect(documents).toHaveLength(1)
    })
  }

  test('without cookies the gate says so and does not loop', async ({ page, context }) => {
    await layRecord(context, isoBefore(dayMs))
    await page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }),
    )
    const documents = countDocuments(page)
    await page.goto('/drops')
    await expect(gate(page)).toContainText('Please allow cookies for this site')
    expect(documents).toHaveLength(1)
  })
})
