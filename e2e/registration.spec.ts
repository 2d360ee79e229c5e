// Registering for a class, and changing a booked seat.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { ownClass } from './class-steps.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { sqlOnShop } from './shop.ts'

const course = 'nra-basic-pistol'

const radioOf = (page: Page, session: string) => page.locator(`#pick-${session}`)
const rowOf = (page: Page, session: string) =>
  page.getByRole('listitem').filter({ has: radioOf(page, session) })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with Selected Date' })
const step = (page: Page) => page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')

/** Whether a part of an element lies below what is in the lower right corner of the window. */
async function isCovered(element: Locator, by: Locator): Promise<boolean> {
  const [box, corner] = [await element.boundingBox(), await by.boundingBox()]
  if (!box || !corner) throw new Error('There is nothing to compare')
  return box.x + box.width > corner.x && box.y + box.height > corner.y
}

/** Fills in a student's checkout. */
async function fillIn(page: Page) {
  await page.getByLabel('Full name').fill('Robin Student')
  await page.getByLabel('Email').fill(`student-${randomUUID().slice(0, 8)}@example.test`)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
}

async function pay(page: Page, card = 'Test card: approved') {
  await page.getByRole('radio', { name: new RegExp(`^${card}(?!,)`) }).check()
  await page.getByRole('button', { name: /^Pay (the )?\$75/ }).click()
}

/** A paid seat in a class. Ends on the order's page; returns the order's code. */
async function book(page: Page, session: string): Promise<string> {
  await page.goto(`/ccw-training/register?session=${session}`)
  await goOn(page).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await fillIn(page)
  await pay(page)
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('a student registers, from the course to the confirmation', { tag: '@phone' }, async ({
  verified: page,
  hasTouch,
}) => {
  test.setTimeout(150_000)
  const session = await ownClass(2, { course, days: 30 })
  await page.goto('/course-registration')
  await expect(step(page)).toHaveText(/Course info/)
  await noSidewaysScroll(page)
  await page.getByRole('main').getByRole('link', { name: 'Register Now' }).click()

  await expect(step(page)).toHaveText(/Scheduling/)
  await expect(page.getByText('Course info, completed')).toBeVisible()
  await noSidewaysScroll(page)
  // By a tap anywhere on the row, or by keyboard.
  if (hasTouch) await rowOf(page, session).locator('label').tap()
  else {
    await radioOf(page, session).focus()
    await page.keyboard.press('Space')
  }
  await expect(page).toHaveURL(new RegExp(`session=${session}`))
  await page.reload()
  await expect(radioOf(page, session)).toBeChecked()
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Calendar' }).click()
  await expect(radioOf(page, session)).toBeChecked()
  await noSidewaysScroll(page)
  if (hasTouch) await goOn(page).tap()
  else {
    await goOn(page).focus()
    await page.keyboard.press('Enter')
  }

  await expect(page).toHaveURL(/\/checkout\//)
  await expect(step(page)).toHaveText(/Payment/)
  const checkout = page.url()
  await page.goBack()
  await expect(radioOf(page, session)).toBeChecked()
  await goOn(page).click()
  await expect(page).toHaveURL(checkout) // the same seat, not a second one
  await fillIn(page)
  await noSidewaysScroll(page)

  const toasts = page.getByRole('region', { name: /Notifications/ })
  await pay(page, 'Test card: declined')
  await expect(toasts).toContainText('Payment Failed')
  await expect(toasts).toContainText('There was an error processing your payment. Please try again.')
  const summary = page.getByRole('alert').filter({ hasText: 'Payment declined' })
  await expect.poll(() => isCovered(summary, toasts)).toBe(false)
  await expect(page).toHaveURL(checkout)
  await expect(page.getByLabel('Full name')).toHaveValue('Robin Student')
  await pay(page)
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  await expect(toasts).toContainText('Payment Successful')
  await expect(toasts).toContainText('Your course registration deposit has been processed.')
  await expect(toasts).not.toContainText('Payment Failed')
  await expect(step(page)).toHaveText(/Confirmation/)
  await noSidewaysScroll(page)
})

test('a booked seat is rescheduled once, and after its deadline is canceled without a refund', async ({
  verified: page,
}) => {
  test.setTimeout(120_000)
  const [session, other] = [await ownClass(2, { course, days: 30 }), await ownClass(2, { course, days: 37 })]
  const orderId = await book(page, session)
  await page.getByRole('link', { name: 'Your seat' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your seat')
  await noSidewaysScroll(page)

  await page.getByRole('link', { name: 'Choose Another Date' }).click()
  await radioOf(page, other).check()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Move to Selected Date' }).click()
  await expect(page.getByText('You moved this seat from another date.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose Another Date' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cancel and Refund $75' })).toBeVisible()

  // The refund deadline has passed.
  await sqlOnShop(`update order_lines set refund_until = now() - interval '1 second' where order_id = $1`, [
    orderId,
  ])
  await page.reload()
  await expect(page.getByRole('link', { name: /^Cancel and Refund/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Cancel My Seat' }).click()
  await expect(page.getByText('so you forfeit the deposit')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel My Seat' }).click()
  await expect(page.getByText('You canceled this seat')).toBeVisible()
})

test('an open page updates the seats, and an ended hold releases one', async ({
  verified: page,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.allow(/409/)
  const session = await ownClass(1, { course, days: 30 })
  await page.goto(`/course-registration/scheduling?course=${course}&session=${session}`)
  await expect(rowOf(page, session)).toContainText('1 of 1 seat left')

  const other = await browser.newContext()
  browserErrors.watch(other)
  await passAgeGate(other, baseURL ?? '')
  const rival = await other.newPage()
  await rival.goto(`/ccw-training/register?session=${session}`)
  await goOn(rival).click()
  await expect(rival).toHaveURL(/\/checkout\//)

  await expect(rowOf(page, session)).toContainText('ALL HELD')
  await expect(page.getByRole('alert').first()).toContainText('All remaining seats are on hold')
  // The page looks the same before and after: only the response shows the refusal.
  const refused = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await goOn(page).click()
  expect((await refused).status()).toBe(409)
  await expect(page.getByRole('alert').first()).toContainText('All remaining seats are on hold')
  await expect(rowOf(page, session).getByRole('link', { name: 'Join Waitlist' })).toBeVisible()

  const orderId = new URL(rival.url()).pathname.split('/').at(-1)
  await sqlOnShop(`update orders set expires_at = now() - interval '1 second' where id = $1`, [orderId])
  await sqlOnShop(`update session_seats set held_until = now() - interval '1 second' where order_id = $1`, [
    orderId,
  ])
  await sqlOnShop(`select pg_notify('paco_live', 'seats')`)
  await expect(rowOf(page, session)).toContainText('1 of 1 seat left')
  await goOn(page).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await other.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a registration goes from the course to a paid seat, and a full class says so', async ({
    context,
    page,
    baseURL,
  }) => {
    await passAgeGate(context, baseURL ?? '')
    const [session, full] = [await ownClass(1, { course, days: 30 }), await ownClass(1, { course, days: 30 })]
    await page.goto('/course-registration')
    await page.getByRole('main').getByRole('link', { name: 'Register Now' }).click()
    await radioOf(page, full).check()
    await sqlOnShop(`update session_seats set state = 'taken' where session_id = $1`, [full])
    await goOn(page).click()
    await expect(page.getByText('This class is full').first()).toBeVisible()
    await radioOf(page, session).check()
    await goOn(page).click()
    await expect(page).toHaveURL(/\/checkout\//)
    await fillIn(page)
    await pay(page)
    await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
    await page.getByRole('link', { name: 'Your seat' }).click()
    await expect(page.getByRole('link', { name: 'Calendar file' })).toBeVisible()
  })
})
