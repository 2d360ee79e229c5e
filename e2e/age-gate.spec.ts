import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { adult, gate, stored, minor, shop } from './gate-visitor.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { sqlOnShop } from './shop.ts'
import { accessible } from './sweep-checks.ts'

const pages = ['/', '/drops', '/drops/vault', '/drops/details', '/no-such-page']

const restricted = (page: Page) => page.getByRole('dialog', { name: 'Access Restricted' })

test.describe('before the age gate is answered', () => {
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

  test('a drop page reveals neither story nor patches nor data', async ({ request }) => {
    const [drop] = await sqlOnShop<{ slug: string; story: string }>('select slug, story from drops limit 1')
    const html = await (await request.get(`/drops/${drop?.slug}`)).text()
    expect(html).toContain('I am 18 years or older')
    expect(html).not.toContain(drop?.story.slice(0, 40))
    expect(html).not.toContain('stream')
  })

  test('data requests are refused without a body', async ({ request }) => {
    for (const path of ['/_root.data', '/drops.data', '/drops/vault.data']) {
      const answer = await request.get(path)
      expect(answer.status()).toBe(403)
      expect(await answer.text()).toBe('')
    }
  })

  test('a submitted form is answered with the gate', async ({ request }) => {
    const answer = await request.post('/drops', { form: { email: 'buyer@example.test' } })
    expect(answer.status()).toBe(403)
    expect(await answer.text()).toContain('I am 18 years or older')
  })

  test('the gate is accessible, fits the screen and takes the focus', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    await expect(gate(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await noSidewaysScroll(page)
    await accessible(page, { enlarged: 'page' })
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
  test('opens the requested page and stores a record and a cookie with the same time', async ({ page }) => {
    await page.goto('/drops/vault?status=live#results')
    await adult(page).click()
    await expect(shop(page)).toBeVisible()
    await expect(page).toHaveURL(/\/drops\/vault\?status=live#results$/)
    const { record, cookie } = await stored(page)
    const { verified, timestamp } = JSON.parse(record ?? '{}') as { verified: boolean; timestamp: string }
    expect(verified).toBe(true)
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000)
    expect(cookie).toBe(encodeURIComponent(timestamp))
    await page.reload()
    await expect(shop(page)).toBeVisible()
  })

  test('is not shown again on Back', async ({ page }) => {
    await page.goto('/drops')
    await adult(page).click()
    await expect(shop(page)).toBeVisible()
    await page.goBack()
    await expect(shop(page)).toBeVisible()
    await expect(page).toHaveURL(/\/drops$/)
  })
})

test.describe('I am under 18', () => {
  test('restricts in place, stores nothing, and leads to a search site', async ({ page }) => {
    await page.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'elsewhere' }))
    await page.goto('/drops')
    await minor(page).click()
    await expect(restricted(page)).toBeVisible()
    await expect(restricted(page)).toContainText(
      "We're sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement.",
    )
    await expect(adult(page)).toBeHidden()
    await expect(page).toHaveURL(/\/drops$/)
    expect(await stored(page)).toEqual({ record: null, cookie: undefined })
    await noSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(restricted(page)).toBeVisible()
    const understood = page.getByRole('button', { name: 'I Understand' })
    await expect(understood).toBeFocused()
    await understood.click()
    await expect(page).toHaveURL('https://duckduckgo.com/')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an adult enters', async ({ page }) => {
    await page.goto('/drops?from=mail')
    await expect(gate(page)).toBeVisible()
    await noSidewaysScroll(page)
    await adult(page).click()
    await expect(shop(page)).toBeVisible()
    await expect(page).toHaveURL(/\/drops\?from=mail$/)
  })

  test('anyone else reads why not, and is sent away', async ({ page }) => {
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
