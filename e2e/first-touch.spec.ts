// A page can be used as soon as it is painted. Here its script is held back until the visitor has pressed, typed or opened
// something: it has to be as on a page that was alive all the time.
import type { Page } from '@playwright/test'
import { maxWaitMs } from '#app/ui/early-events.ts'
import { expect, test } from './fixtures.ts'
import { orderedNumbers, ownDrop } from './buyer-steps.ts'

/** Opens a page and keeps its script files on their way. Returns how to let them arrive. */
async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdScript(page)
  await page.goto(path, early)
  return release
}

/**
 * Pauses the script files in the browser itself: a route of Playwright would turn off its cache, for everything. `fromNetwork`
 * turns it off all the same, for a page whose scripts the browser has at hand and would not ask for.
 */
async function holdScript(page: Page, { fromNetwork = false } = {}): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  const held: string[] = []
  let isReleased = false
  // A request may have been given up meanwhile, with the page that made it.
  const letPass = (requestId: string) => browser.send('Fetch.continueRequest', { requestId }).catch(() => {})
  browser.on('Fetch.requestPaused', ({ requestId }) => {
    if (isReleased) void letPass(requestId)
    else held.push(requestId)
  })
  await browser.send('Network.setCacheDisabled', { cacheDisabled: fromNetwork })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js*' }] })
  return async () => {
    expect(await page.locator('html').getAttribute('data-hydrated')).toBeNull()
    expect(held).not.toEqual([])
    isReleased = true
    await Promise.all(held.map(letPass))
  }
}

/** The browser says that a page is loaded when its script is: these visitors do not wait for that. */
const early = { waitUntil: 'domcontentloaded' } as const

// What holds and replays presses knows no width: those that a narrow screen places elsewhere are pressed on a phone as well.

const isAlive = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated')

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const menu = (page: Page) => page.getByRole('button', { name: 'Menu' })
  const menuLink = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cyber Line' })

  test('an answer and the menu opened before hydration stay open, and close', async ({ verified: page }) => {
    const release = await openWithoutScript(page, '/faq')
    const answer = page.locator('main details').nth(1)
    await answer.locator('summary').tap()
    await expect(answer).toHaveAttribute('open')
    await menu(page).tap()
    await expect(menuLink(page)).toBeVisible()
    await release()
    await isAlive(page)
    await expect(menuLink(page)).toBeVisible()
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'true')
    await menu(page).tap()
    await expect(menuLink(page)).toBeHidden()
    await expect(answer).toHaveAttribute('open')
  })

  test('menus and answers open while React still hydrates, and do not make it hurry', async ({
    verified: page,
  }) => {
    await page.addInitScript(holdTurns)
    await page.goto('/faq')
    const hasKey = (key: string, selector?: string) =>
      page.evaluate(
        ([start, of]) =>
          Object.keys((of ? document.querySelector(of) : document) ?? {}).some((each) =>
            each.startsWith(start),
          ),
        [key, selector] as const,
      )
    await expect.poll(() => hasKey('__reactContainer')).toBe(true)
    const answer = page.locator('main details').nth(1)
    await answer.locator('summary').tap()
    await expect(answer).toHaveAttribute('open')
    await menu(page).tap()
    await expect(menuLink(page)).toBeVisible()
    expect(await hasKey('__reactProps', 'summary')).toBe(false)
    await page.evaluate(() => window.dispatchEvent(new Event('let-hydrate')))
    await isAlive(page)
    expect(await hasKey('__reactProps', 'summary')).toBe(true)
    await expect(menuLink(page)).toBeVisible()
    await expect(answer).toHaveAttribute('open')
  })

  test('a link within a page leads to its place, before and after the script', async ({ verified: page }) => {
    for (const [path, name] of [
      ['/build', 'Start Your Build'],
      ['/terms', 'Your private link'],
      ['/drops/details', 'Refund'],
    ] as const) {
      const release = await openWithoutScript(page, path)
      const link = page.getByRole('main').getByRole('link', { name, exact: true }).first()
      const place = page.locator(/#.+$/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? '')
      const top = () => place.evaluate((element) => element.getBoundingClientRect().top)
      const leadsThere = async () => {
        await link.tap()
        await expect.poll(top, path).toBeGreaterThan(0)
        await expect.poll(top, path).toBeLessThan(200)
      }
      await leadsThere()
      await release()
      await isAlive(page)
      expect(await top(), path).toBeLessThan(200)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await leadsThere()
    }
  })

  test('a number and “Hold”, pressed twice before hydration, hold that number once', async ({
    verified: page,
  }) => {
    const slug = await ownDrop(50)
    const opened: string[] = []
    page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
    const release = await openWithoutScript(page, `/drops/${slug}`)
    await page.getByRole('button', { name: /^Number 7, / }).click()
    await page.getByRole('button', { name: 'Hold № 1', exact: true }).first().dblclick()
    await release()
    await expect(page).toHaveURL(/\/checkout\//)
    expect(opened.filter((path) => path.endsWith('/reserve'))).toEqual([])
    expect(await orderedNumbers(slug)).toEqual([7])
  })

  test('“Add to Cart” pressed before hydration opens the drawer', async ({ verified: page }) => {
    const release = await openWithoutScript(page, '/accessories')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await release()
    await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible()
    await expect(page).toHaveURL('/accessories')
  })
})

test('the vault applies a search and filter from before hydration', async ({ verified: page }) => {
  const release = await openWithoutScript(page, '/drops/vault')
  await page.getByRole('searchbox', { name: 'Search' }).fill('Guer')
  await page.getByLabel('Status').selectOption('live')
  await release()
  await expect(page).toHaveURL(/status=live/)
  await expect(page).toHaveURL(/q=Guer/)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('Guer')
  await expect(page.getByLabel('Status')).toHaveValue('live')
  await expect(page.locator('main article, main .card').first()).toBeVisible()
})

test('a number pressed before hydration is held by the next press, once', async ({ verified: page }) => {
  const slug = await ownDrop(50)
  const release = await openWithoutScript(page, `/drops/${slug}`)
  const unit = page.getByRole('button', { name: /^Number 7, / })
  await unit.click()
  await expect(unit).toHaveAttribute('aria-busy', 'true', { timeout: 100 })
  await release()
  await expect(unit).toHaveAttribute('aria-pressed', 'true')
  await expect(unit).not.toHaveAttribute('aria-busy')
  await expect(page).toHaveURL(`/drops/${slug}`)
  await page.getByRole('button', { name: 'Hold № 7', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\//)
})

test('a dialog link pressed before hydration opens the dialog, and returning to a page restores its place', async ({
  verified: page,
}) => {
  const release = await openWithoutScript(page, '/build')
  await page.getByRole('link', { name: 'Reserve a Slot' }).click()
  await release()
  await expect(page.getByRole('dialog', { name: 'Reserve a Slot' })).toBeVisible()
  await expect(page).toHaveURL('/build')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const place = page.getByRole('heading', { name: 'How It Works' })
  const top = () => place.evaluate((element) => element.getBoundingClientRect().top)
  await place.evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await top()
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/faq"]')?.click())
  await expect(page.getByRole('heading', { level: 1, name: /questions/i })).toBeInViewport()
  await page.goBack()
  await expect.poll(top).toBeCloseTo(before, -1)
  await page.reload()
  await expect.poll(top).toBeCloseTo(before, -1)
})

test('input from before hydration stays, and is submitted', async ({ verified: page }) => {
  const release = await openWithoutScript(page, '/contact')
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Subject').selectOption({ index: 2 })
  await page.getByRole('textbox', { name: 'Message' }).fill('A message begun early')
  const subject = await page.getByLabel('Subject').inputValue()
  await page.getByRole('button', { name: 'Send', exact: false }).last().click()
  await release()
  await isAlive(page)
  // The press was answered by script: it names the missing address without loading the page again.
  await expect(page.getByLabel('Email').last()).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('First name')).toHaveValue('Robin')
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('A message begun early')
})

test('a key on a dropdown and Back, pressed before hydration, do what they do afterwards', async ({
  verified: page,
}) => {
  const releaseKey = await openWithoutScript(page, '/about')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'CCW Training' }).focus()
  await page.keyboard.press('ArrowDown')
  await releaseKey()
  await expect(bar.getByRole('link', { name: 'Course Schedule' })).toBeFocused()
  await isAlive(page)

  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/questions/i)
  const release = await holdScript(page, { fromNetwork: true })
  await page.reload(early)
  await page.goBack(early)
  await release()
  await expect(page).toHaveURL('/about')
  await expect(title).not.toHaveText(/questions/i)
  await expect(page).toHaveTitle(/^About/)
})

test('without a script a press performs its default action after some seconds', async ({ newVisitor }) => {
  const slug = await ownDrop(50)
  // A clock belongs to its context and cannot be taken out of it again.
  const page = await newVisitor()
  await page.clock.install()
  await openWithoutScript(page, `/drops/${slug}`)
  await page.getByRole('button', { name: 'Hold № 1', exact: true }).first().click()
  await page.clock.runFor(maxWaitMs)
  await expect(page).toHaveURL(new RegExp(`/drops/${slug}/reserve`))
})

/** React takes its turns by messages to itself: while they are held it has begun to hydrate and goes no further. */
function holdTurns() {
  let isHeld = true
  const waiting: (() => void)[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its port
  const post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function postLater(...message: [unknown]) {
    if (isHeld) waiting.push(() => post.apply(this, message))
    else post.apply(this, message)
  }
  window.addEventListener('let-hydrate', () => {
    isHeld = false
    for (const send of waiting) send()
  })
}
