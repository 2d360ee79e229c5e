// Drops behind the counter: from a blank sheet to a sold number, and two people at one plan.
import { randomInt, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, payToOrder } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 300_000 })

/** Begins a plan that no other journey knows, and returns its address. */
async function beginDrop(page: Page): Promise<{ slug: string; name: string }> {
  const name = `Desk ${randomUUID().slice(0, 8)}`
  await page.goto('/staff/drops/new')
  await page.getByLabel('Name, without its volume').fill(name)
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  return { slug: new URL(page.url()).pathname.split('/').at(-1) ?? '', name: `${name} Vol. 1` }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

async function fillPlan(page: Page) {
  await page.getByLabel('Drop №').fill(String(randomInt(300, 999)))
  await page.getByLabel('Units, 1 to 1,000').fill('40')
  await page.getByLabel(/^Set aside for the house/).fill('1, 7, 40')
  const variants = page.getByRole('region', { name: 'Variants' })
  await variants.getByLabel('Name').fill('Field')
  await variants.getByLabel('Caliber').fill('5.56 NATO')
  await variants.getByLabel('Barrel').fill('10.3 in')
  await variants.getByLabel('Finish').fill('Gray')
  await variants.getByLabel('Price').fill('2,349')
  await page.getByLabel('Opens', { exact: true }).fill('2031-12-01T12:00')
  await page.getByLabel('Tagline').fill('Made behind the counter.')
  await page.getByRole('textbox', { name: /^Story/ }).fill('A story.')
}

test('a drop goes from a blank sheet to a sold number, and a live fact changes as a new version', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of (404|409|422)/)
  const desk = await context.newPage()
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })
  const { slug, name } = await beginDrop(desk)
  await desk.getByRole('link', { name: 'Publish' }).first().click()
  await expect(desk.getByText('Say how many units are made: 1 to 1,000.').first()).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Publish it' })).toBeHidden()
  await desk.getByRole('link', { name: 'Back' }).click()

  await fillPlan(desk)
  await desk.getByLabel('Own accent').fill('#444444')
  await expect(desk.getByText(/^The accent has a contrast of 1\.\d : 1/)).toBeVisible()
  await desk.getByLabel('Own accent').fill('#f5a97f')
  await noSidewaysScroll(desk)
  await save(desk)
  await expect(desk.getByText('Saved as revision 2.')).toBeVisible()

  await desk.goto(`/staff/drops/${slug}/preview?day=half`)
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(desk.getByText('Only staff see it')).toBeVisible()
  const draft = await page.goto(`/drops/${slug}`)
  expect(draft?.status()).toBe(404)

  await desk.goto(`/staff/drops/${slug}`)
  await desk.getByRole('link', { name: 'Publish' }).first().click()
  await desk.getByRole('button', { name: 'Publish it' }).click()
  await expect(desk.getByText('Scheduled').first()).toBeVisible()
  await page.goto(`/drops/${slug}`)
  await expect(page.getByText('COMING SOON').first()).toBeVisible()

  // The clock opens it, long ago: so it is never the newest live drop, which other journeys look at.
  await sqlOnShop(`update drops set launch_date = now() - interval '2 years' where slug = $1`, [slug])
  await page.goto(`/drops/${slug}`)
  await expect(page.getByRole('button', { name: 'Number 7, set aside for the house' })).toBeVisible()
  const orderId = await hold(page, slug, 8)
  await desk.goto(`/staff/drops/${slug}/live`)
  await expect(desk.getByText('Number 8, held', { exact: true })).toBeAttached()
  await fillIn(page)
  await payToOrder(page)
  await expect(desk.getByText(/^Number 8, sold, FL/)).toBeAttached()

  await desk.goto(`/staff/drops/${slug}`)
  await desk.getByLabel('Deposit').fill('200')
  await save(desk)
  await expect(desk.getByText('It needs a new version')).toBeVisible()
  await desk.getByLabel('Make it version 2').check()
  await save(desk)
  await expect(desk.getByText('Version 2 is offered from now on. 1 order was notified')).toBeVisible()
  await page.goto(`/orders/${orderId}`)
  await expect(page.getByText(/changed for later buyers: deposit from \$100 to \$200/)).toBeVisible()

  await desk.getByRole('link', { name: 'Pause' }).first().click()
  await desk.getByRole('button', { name: 'Pause reservations' }).click()
  await expect(desk.getByText('Paused').first()).toBeVisible()
  await page.goto(`/drops/${slug}`)
  await expect(page.getByText('Reservations are paused').first()).toBeVisible()
})

test('the second of two editors sees what the first changed, field by field, and loses nothing', async ({
  page,
  context,
  browser,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  await signInAs(context, 'manager', { baseURL, name: 'First Sample' })
  const { slug } = await beginDrop(page)
  const others: BrowserContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  await signInAs(others, 'manager', { baseURL, name: 'Second Sample' })
  const other = await others.newPage()
  await other.goto(`/staff/drops/${slug}`)
  await other.getByLabel('Units, 1 to 1,000').fill('50')
  await other.getByLabel('Tagline').fill('Mine, half a thought')

  await page.getByLabel('Units, 1 to 1,000').fill('45')
  await page.getByLabel('Small print').fill('Theirs')
  await save(page)
  await expect(page.getByText('Saved as revision 2.')).toBeVisible()

  await save(other)
  await expect(other.getByText(/^Somebody changed the same fields/)).toBeVisible()
  await expect(other.getByRole('list', { name: 'What the other person changed' })).toContainText(
    'Units: none 45 by First Sample',
  )
  await expect(other.getByLabel('Units, 1 to 1,000')).toHaveValue('50')
  await expect(other.getByLabel('Tagline')).toHaveValue('Mine, half a thought')
  await expect(other.getByLabel('Small print')).toHaveValue('Theirs')
  await save(other)
  await expect(other.getByText('Saved as revision 3.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Units, 1 to 1,000')).toHaveValue('50')
  await expect(page.getByLabel('Small print')).toHaveValue('Theirs')
  await others.close()
})
