import type { BrowserContext, Page } from '@playwright/test'
import { axe, expect, noSidewaysScroll, sqlOnShop, test } from './fixtures.ts'

const key = 'paco-age'
const dayMs = 24 * 60 * 60 * 1_000
const pages = ['/', '/drops', '/drops/vault', '/drops/details', '/no-such-page']

const gate = (page: Page) => page.getByRole('dialog', { name: 'Are you 18 or older?' })
const restricted = (page: Page) => page.getByRole('dialog', { name: 'Access Restricted' })
const adult = (page: Page) => page.getByRole('button', { name: 'I am 18 years or older' })
const minor = (page: Page) => page.getByRole('button', { name: 'I am under 18' })
/** The footer stands on every page of the shop, and nowhere before it. */
const shop = (page: Page) => page.getByRole('contentinfo')

const isoBefore = (ms: number) => new Date(Date.now() - ms).toISOString()

/** Puts a record where the browser keeps it, once: the page may remove it. */
async function layRecord(context: BrowserContext, timestamp: string) {
  await context.addInitScript(
    ([name, record]) => {
      if (sessionStorage.getItem('record-was-laid')) return
      sessionStorage.setItem('record-was-laid', 'yes')
      localStorage.setItem(name, record)
    },
    [key, JSON.stringify({ verified: true, timestamp })] as const,
  )
}

async function layCookie(context: BrowserContext, baseURL: string | undefined, timestamp: string) {
  await context.addCookies([{ name: key, value: encodeURIComponent(timestamp), url: baseURL ?? '' }])
}

async function kept(page: Page) {
  const record = await page.evaluate((name) => localStorage.getItem(name), key)
  const cookie = (await page.context().cookies()).find(({ name }) => name === key)?.value
  return { record, cookie }
}

/** Counts the documents a page asks for, to see that it does not reload for ever. */
function countDocuments(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') seen.push(request.url())
  })
  return seen
}

test.describe('before an answer', () => {
  for (const path of pages) {
    test(`${path} holds its metadata and the gate, and nothing of the shop`, async ({ request }) => {
      const answer = await request.get(path)
      const html = await answer.text()
      expect(answer.status()).toBe(path === '/no-such-page' ? 404 : 200)
      expect(answer.headers()['cache-control']).toContain('no-store')
      expect(html).toMatch(/<title>[^<]+<\/title>/)
      if (answer.status() === 200) {
        expect(html).toMatch(/<meta name="description" content="[^"]+"/)
        expect(html).toMatch(/<link rel="canonical" href="[^"]+"/)
      }
      const body = html.slice(html.indexOf('<body'))
      expect(body).toContain('I am 18 years or older')
      expect(body).not.toMatch(/<(nav|header|footer|img|picture|video|article|a)[\s>]/)
      expect(html).not.toMatch(/__reactRouter|type="module"|modulepreload/)
    })
  }

  test('a drop page keeps its story, its patches and its data to itself', async ({ request }) => {
    const [drop] = await sqlOnShop<{ slug: string; story: string }>('select slug, story from drops limit 1')
    const html = await (await request.get(`/drops/${drop?.slug}`)).text()
    expect(html).toContain('I am 18 years or older')
    expect(html).not.toContain(drop?.story.slice(0, 40))
    expect(html).not.toContain('stream')
  })

  test('the data of pages is refused without a body', async ({ request }) => {
    for (const path of ['/_root.data', '/drops.data', '/drops/vault.data']) {
      const answer = await request.get(path)
      expect(answer.status()).toBe(403)
      expect(await answer.text()).toBe('')
    }
  })

  test('a form that is sent is refused with the gate', async ({ request }) => {
    const answer = await request.post('/drops', { form: { email: 'buyer@example.test' } })
    expect(answer.status()).toBe(403)
    expect(await answer.text()).toContain('I am 18 years or older')
  })

  test('the gate is accessible, fits the screen and takes the focus', async ({ page }) => {
    await page.goto('/')
    await expect(gate(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await noSidewaysScroll(page)
    await axe(page)
  })

  test('neither Escape, twice, nor a click outside closes it', async ({ page }) => {
    await page.goto('/')
    await expect(gate(page)).toBeVisible()
    for (let press = 0; press < 4; press++) await page.keyboard.press('Escape')
    await expect(gate(page)).toBeVisible()
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(gate(page)).toBeVisible()
    expect(await page.locator('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  })

  test('the keyboard stays inside', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(adult(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(minor(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(adult(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(minor(page)).toBeFocused()
  })
})

test.describe('I am 18 years or older', () => {
  test('opens the page that was asked for, with a record and a cookie of the same instant', async ({
    page,
  }) => {
    await page.goto('/drops/vault?status=live#results')
    await adult(page).click()
    await expect(shop(page)).toBeVisible()
    await expect(page).toHaveURL(/\/drops\/vault\?status=live#results$/)
    const { record, cookie } = await kept(page)
    const { verified, timestamp } = JSON.parse(record ?? '{}') as { verified: boolean; timestamp: string }
    expect(verified).toBe(true)
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000)
    expect(cookie).toBe(encodeURIComponent(timestamp))
    await page.reload()
    await expect(shop(page)).toBeVisible()
  })
})

test.describe('I am under 18', () => {
  test('restricts in place, keeps nothing, and leads to a search site', async ({ page }) => {
    await page.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'elsewhere' }))
    await page.goto('/drops')
    await minor(page).click()
    await expect(restricted(page)).toBeVisible()
    await expect(restricted(page)).toContainText(
      "We're sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement.",
    )
    await expect(adult(page)).toBeHidden()
    await expect(page).toHaveURL(/\/drops$/)
    expect(await kept(page)).toEqual({ record: null, cookie: undefined })
    await noSidewaysScroll(page)
    await axe(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(restricted(page)).toBeVisible()
    const understood = page.getByRole('button', { name: 'I Understand' })
    await expect(understood).toBeFocused()
    await understood.click()
    await expect(page).toHaveURL('https://duckduckgo.com/')
  })
})

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
    expect(await kept(page)).toEqual({ record: null, cookie: undefined })
  })

  test('a day earlier it still holds, though the cookie is gone', async ({ page, context }) => {
    const timestamp = isoBefore(29 * dayMs)
    await layRecord(context, timestamp)
    const documents = countDocuments(page)
    await page.goto('/drops')
    await expect(shop(page)).toBeVisible()
    expect((await kept(page)).cookie).toBe(encodeURIComponent(timestamp))
    const { expires = 0 } = (await context.cookies()).find(({ name }) => name === key) ?? {}
    expect(Math.abs(expires * 1_000 - (Date.parse(timestamp) + 30 * dayMs))).toBeLessThan(10_000)
    expect(documents).toHaveLength(2)
  })

  test('a cookie alone, as old, does not open the shop', async ({ request, baseURL }) => {
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

test.describe('record and cookie disagree', () => {
  test('a cookie without a record asks again', async ({ page, context, baseURL }) => {
    await layCookie(context, baseURL, isoBefore(0))
    const documents = countDocuments(page)
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
    expect((await kept(page)).cookie).toBeUndefined()
    expect(documents).toHaveLength(2)
  })

  test('a record without a cookie opens the shop, showing nothing but a loading screen meanwhile', async ({
    page,
    context,
  }) => {
    await layRecord(context, isoBefore(dayMs))
    await page.addInitScript(() => {
      // What can be seen of the first document, once everything it will ever show is there.
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
    let asked = 0
    await page.route('**/drops', async (route) => {
      asked += 1
      if (asked === 2) await new Promise((done) => setTimeout(done, 500)) // a slow line, not a wait for the page
      await route.continue()
    })
    await page.goto('/drops')
    await expect(shop(page)).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('loading true, dialog false')
  })

  test('a record that was tampered with does not count', async ({ page, context }) => {
    await layRecord(context, 'for ever')
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
    expect((await kept(page)).record).toBeNull()
  })

  test('a record from the future does not count', async ({ page, context }) => {
    await layRecord(context, isoBefore(-dayMs))
    await page.goto('/drops')
    await expect(gate(page)).toBeVisible()
  })
})

test.describe('where the browser keeps less', () => {
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

  test('no cookies: says so, and does not reload for ever', async ({ page, context }) => {
    await layRecord(context, isoBefore(dayMs))
    await page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }),
    )
    const documents = countDocuments(page)
    await page.goto('/drops')
    await expect(gate(page)).toContainText('This site needs a cookie to remember it')
    expect(documents).toHaveLength(1)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an adult comes in', async ({ page }) => {
    await page.goto('/drops?from=mail')
    await expect(gate(page)).toBeVisible()
    await noSidewaysScroll(page)
    await adult(page).click()
    await expect(shop(page)).toBeVisible()
    await expect(page).toHaveURL(/\/drops\?from=mail$/)
  })

  test('anybody else reads why not, and is led away', async ({ page }) => {
    await page.goto('/drops')
    await minor(page).click()
    await expect(page).toHaveURL(/\/age-gate\/restricted$/)
    await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'I Understand' })).toHaveAttribute(
      'href',
      'https://duckduckgo.com/',
    )
    await expect(shop(page)).toHaveCount(0)
    await noSidewaysScroll(page)
  })
})
