// Registering for a class, as script, keys and a live page make it; the rest is proved in app/features/courses/registration.test.ts
// and seat.test.ts.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { holdSeat, ownClass } from './buyer-steps.ts'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { sqlOnShop } from './shop.ts'

const course = 'nra-basic-pistol'
const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

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

async function pay(page: Page, card: string) {
  await page.getByRole('radio', { name: new RegExp(`^Test card: ${card}(?!,)`) }).check()
  await page.getByRole('button', { name: /^Pay (the )?\$75/ }).click()
}

test('a student registers with the keyboard, from the course to the confirmation', async ({
  verified: page,
}) => {
  test.setTimeout(150_000)
  const session = await ownClass(2, { course, days: 30 })
  await page.goto('/course-registration')
  await expect(step(page)).toHaveText(/Course info/)
  await page.getByRole('main').getByRole('link', { name: 'Register Now' }).press('Enter')

  await expect(step(page)).toHaveText(/Scheduling/)
  await radioOf(page, session).press('Space')
  await expect(page).toHaveURL(new RegExp(`session=${session}`))
  await page.reload()
  await expect(radioOf(page, session)).toBeChecked()
  for (const size of [phone, laptop]) {
    await page.setViewportSize(size)
    await noSidewaysScroll(page)
  }
  await goOn(page).press('Enter')

  await expect(page).toHaveURL(/\/checkout\//)
  await expect(step(page)).toHaveText(/Payment/)
  const checkout = page.url()
  await page.goBack()
  await expect(radioOf(page, session)).toBeChecked()
  await goOn(page).press('Enter')
  await expect(page).toHaveURL(checkout) // the same seat, not a second one
  await page.getByLabel('Full name').fill('Robin Student')
  await page.getByLabel('Email').fill(`student-${randomUUID().slice(0, 8)}@example.test`)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()

  const toasts = page.getByRole('region', { name: /Notifications/ })
  await pay(page, 'declined')
  await expect(toasts).toContainText('Payment Failed')
  await expect(toasts).toContainText('There was an error processing your payment. Please try again.')
  const summary = page.getByRole('alert').filter({ hasText: 'Payment declined' })
  await expect.poll(() => isCovered(summary, toasts)).toBe(false)
  await expect(page).toHaveURL(checkout)
  await expect(page.getByLabel('Full name')).toHaveValue('Robin Student')
  await pay(page, 'approved')
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  await expect(toasts).toContainText('Payment Successful')
  await expect(toasts).toContainText('Your course registration deposit has been processed.')
  await expect(toasts).not.toContainText('Payment Failed')
  await expect(step(page)).toHaveText(/Confirmation/)
})

test('a press anywhere on a date selects it, and the open page follows its seats', { tag: '@phone' }, async ({
  verified: page,
  newVisitor,
  browserErrors,
  hasTouch,
}) => {
  browserErrors.allow(/409/)
  const session = await ownClass(1, { course, days: 30 })
  await page.goto(`/course-registration/scheduling?course=${course}`)
  await expect(rowOf(page, session)).toContainText('1 of 1 seat left')
  const seats = rowOf(page, session).getByText('1 of 1 seat left')
  if (hasTouch) await seats.tap({ force: true })
  else await seats.click({ force: true }) // what is pressed is the label, which covers the row
  await expect(radioOf(page, session)).toBeChecked()
  await noSidewaysScroll(page)

  const orderId = await holdSeat(await newVisitor(), session)
  await expect(rowOf(page, session)).toContainText('ALL HELD')
  await expect(page.getByRole('alert').first()).toContainText('All remaining seats are on hold')
  // The page looks the same before and after: it is loaded anew.
  const refused = page.waitForEvent('load')
  await goOn(page).click()
  await refused
  await expect(page.getByRole('alert').first()).toContainText('All remaining seats are on hold')
  await expect(rowOf(page, session).getByRole('link', { name: 'Join Waitlist' })).toBeVisible()

  await sqlOnShop(`update orders set expires_at = now() - interval '1 second' where id = $1`, [orderId])
  await sqlOnShop(`update session_seats set held_until = now() - interval '1 second' where order_id = $1`, [
    orderId,
  ])
  await sqlOnShop(`select pg_notify('paco_live', 'seats')`)
  await expect(rowOf(page, session)).toContainText('1 of 1 seat left')
  await goOn(page).click()
  await expect(page).toHaveURL(/\/checkout\//)
})
