// The script of every page (app/site), each of its parts on a page where a visitor meets it. Filters are proved in drops.spec.ts, live
// values and countdowns in drop-numbers.spec.ts.
import type { Page } from '@playwright/test'
import { brokenLine, expect, holdRequests, test } from './fixtures.ts'
import { ownAddress, ownDrop } from './buyer-steps.ts'
import { countRows } from './shop.ts'

/** What a person, or a program, may write. */
const strange = "<script>alert(1)</script> “Zoë” & Søn 🦊 '; drop table drops; --"

/** Longer than anybody takes for an answer that is at once. */
const atOnceMs = 100

const writing = (page: Page) => page.getByRole('form', { name: 'Send a message' })
const sendButton = (page: Page) => writing(page).getByRole('button', { name: 'Send Message' })

async function writeMessage(page: Page, email: string) {
  const form = writing(page)
  await form.getByLabel('First name').fill('Robin')
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByLabel('Subject').selectOption({ index: 1 })
  await form.getByRole('textbox', { name: 'Message' }).fill(strange)
}

/** Marks the open document. What is left of the mark says whether it is still the same. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)

/** Presses a button twice within the page, and says whether it is marked as busy in time. */
function busyAfterPress(button: ReturnType<Page['locator']>): Promise<boolean> {
  return button.evaluate(async (element: HTMLElement, waitMs) => {
    element.click()
    element.click()
    const until = performance.now() + waitMs
    const isBusy = () => element.getAttribute('aria-busy') === 'true'
    while (!isBusy() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
    return isBusy()
  }, atOnceMs)
}

test('a form pressed twice is sent once, is busy at once, and leads on; Back shows it idle', async ({
  verified: page,
}) => {
  await page.goto('/contact')
  const email = ownAddress()
  await writeMessage(page, email)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  const sent = await holdRequests(page, /\/contact$/)
  expect(await busyAfterPress(sendButton(page))).toBe(true)
  await sent.requested
  sent.release()
  await expect(page.getByText('We got your message')).toBeVisible()
  expect(posts).toHaveLength(1)
  expect(await countRows('contact_messages where email = $1', email)).toBe(1)
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Robin')
  await page.goBack()
  await expect(sendButton(page)).toBeVisible()
  await expect(page.locator('[aria-busy="true"], [data-sent]')).toHaveCount(0)
})

test('a refused form takes the place of the main part: the focus on its summary, what was typed kept, the page the same', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await page.goto('/contact')
  await markDocument(page)
  await writing(page).getByLabel('First name').fill('Robin')
  await sendButton(page).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await sendButton(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check the form' })
  await expect(summary).toBeFocused()
  await expect(summary).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(before / 2)
  await expect(writing(page).getByLabel('First name')).toHaveValue('Robin')
  await expect(writing(page).getByLabel('Subject')).toHaveAccessibleDescription('Choose what it is about')
  expect(await isSameDocument(page)).toBe(true)
  // Over a reload, too.
  await page.reload()
  await expect(writing(page).getByLabel('First name')).toHaveValue('Robin')
  await markDocument(page)
  await sendButton(page).click()
  await summary.getByRole('link').first().click()
  await expect(writing(page).getByRole('textbox', { name: 'Email' })).toBeFocused()
  // A link within the page is an entry of the history, too, and reads nothing anew.
  await page.evaluate(() => (location.hash = 'main'))
  await page.goBack()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(writing(page).getByLabel('First name')).toHaveValue('Robin')
  expect(await isSameDocument(page)).toBe(true)
})

test('over a cut line nothing is lost: a notification says so, is reached by Alt+T, and goes by its button', async ({
  verified: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  page.on('dialog', (dialog) => {
    throw new Error(`The page opened a dialog: ${dialog.message()}`)
  })
  await page.goto('/contact')
  await writeMessage(page, ownAddress())
  await context.setOffline(true)
  await sendButton(page).click()
  const region = page.getByRole('region', { name: 'Notifications' })
  await expect(region.getByText('Everything you typed is still here')).toBeVisible()
  await expect(sendButton(page)).not.toHaveAttribute('aria-busy')
  await expect(writing(page).getByRole('textbox', { name: 'Message' })).toHaveValue(strange)
  await page.keyboard.press('Alt+t')
  await expect(region).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(region.getByRole('listitem')).toHaveCount(0)
  await expect(region).toBeFocused()
  await context.setOffline(false)
  await sendButton(page).click()
  await expect(page.getByText('We got your message')).toBeVisible()
})

test('an added good opens the drawer and moves the badge; Escape gives the focus back, and messages stay in reach', async ({
  verified: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  await page.goto('/accessories')
  const button = page.getByRole('button', { name: 'Add to Cart' }).first()
  await button.click()
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' })
  await expect(drawer).toBeVisible()
  await expect(page.locator('#cart-link')).toHaveAccessibleName('Cart, 1 item')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(button).not.toHaveAttribute('aria-busy')
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText('Everything you typed is still here')).toBeVisible()
  await context.setOffline(false)
})

test('a link with a dialog opens its page over this one, once, and leads there where a new tab is wanted', async ({
  verified: page,
  context,
}) => {
  await page.goto('/subscriptions')
  const link = page.getByRole('link', { name: 'Join Build Window' }).first()
  await link.dblclick()
  await expect(page.getByRole('dialog', { name: 'build window' })).toHaveCount(1)
  await expect(page).toHaveURL('/subscriptions')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
  const opened = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what is pressed before the script has come, the browser does: a menu, an answer, a form', async ({
  verified: page,
}) => {
  const script = await holdRequests(page, /\/assets\/(site|entry).*\.js/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Cyber Line' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('main summary').nth(1).click()
  await expect(page.locator('main details').nth(1)).toHaveAttribute('open')
  await page.goto(`/drops/${await ownDrop(3)}/reserve?number=2`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Hold № 2', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  script.release()
})

test('a page is one small script, and what may be read ahead is taken by the browser without a complaint', async ({
  verified: page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const rules = page.waitForResponse('**/speculation-rules.json')
  await page.goto('/faq', { waitUntil: 'load' })
  expect((await rules).headers()['content-type']).toContain('application/speculationrules+json')
  expect(scripts.length).toBeLessThanOrEqual(3)
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        entry.name.endsWith('.js') ? [(entry as PerformanceResourceTiming).encodedBodySize] : [],
      ),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(16_000)
})
