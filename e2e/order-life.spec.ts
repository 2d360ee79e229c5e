// An order's life as its operator leads it, by the order sheet alone: from the deposit to the pick-up, and its ends.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { acceptAgreement, fillIn, givenReservation, hold, ownDrop, payToOrder } from './reservation-steps.ts'
import { findMail, makeRefunds, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages, payments and mails each: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 })

test('a reservation goes from its deposit to the pick-up, through both forms and every gate', async ({
  verified: page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  const { orderId, email } = await givenReservation(page)
  const license = await givenDealer()
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })

  // A gate that holds says so, also to a form that is sent anyway.
  await open(page, orderId, 'move_stage')
  await page.getByRole('button', { name: 'Move and email' }).click()
  await expect(page.getByText('The buyer has not accepted the final price and terms.').first()).toBeVisible()

  await open(page, orderId, 'send_agreement')
  await page.getByLabel('What is built').fill('Night, 14.5 in')
  await page.getByLabel('What the price includes').fill('Case and two magazines')
  await page.getByLabel(/^Final price/).fill('2499')
  await press(page, 'Send to the buyer')
  await findMail(email, /^Your final price/)
  await acceptAgreement(page, orderId)
  await findMail(email, /^Price agreed/)

  await open(page, orderId, 'set_dealer')
  await page.getByLabel('License number on the federal list').fill(license)
  await press(page, 'Set dealer')
  await expect(page.getByText('Lane Arms').first()).toBeVisible()
  await open(page, orderId, 'request_balance')
  await page.getByLabel(/^Dealer’s county/).fill('Miami-Dade')
  await press(page, 'Ask for the balance')
  await findMail(email, /^Balance due/)
  await expect(page.getByRole('row', { name: /Balance, with its tax/ })).toContainText('2,573.93')

  await open(page, orderId, 'record_balance')
  await page.getByLabel('Number of the check or transfer').fill('1042')
  await press(page, 'Record payment')
  await findMail(email, /^Balance paid/)
  await page.goto(`/staff/orders/${orderId}`)
  await expect(track(page)).toContainText('Balance paid')
  await expect(page.getByRole('row', { name: /Held today/ })).toContainText('2,673.93')

  for (const stage of ['In build', 'Built']) await move(page, orderId, stage)
  await open(page, orderId, 'move_stage')
  await page.getByRole('button', { name: 'Move and email' }).click()
  // The answer itself: the sheet names the gate before the press, too.
  await expect(page.getByRole('form').getByRole('alert')).toContainText('No dealer that we confirmed')
  await dealerAccepts(orderId)
  for (const stage of ['Form 3 filed', 'Form 3 approved', 'Shipped', 'At dealer'])
    await move(page, orderId, stage)
  await findMail(email, /^Shipped/)
  for (const stage of ['Form 4 filed', 'Form 4 approved', 'Picked up']) await move(page, orderId, stage)
  await findMail(email, /^Picked up/)
})

test('a declined review goes back in full, and the number is open again', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const slug = await ownDrop()
  const orderId = await hold(page, slug, 7)
  const email = await fillIn(page)
  await payToOrder(page)
  await signInAs(context, 'manager', { baseURL })
  // The buyer lives in Maryland after all, which is reviewed.
  await open(page, orderId, 'correct_buyer')
  await page.getByLabel('State of residence').selectOption('MD')
  await press(page, 'Save correction')
  await findMail(email, /^Your order is in review/)
  await page.goto('/staff')
  await expect(page.getByRole('heading', { name: 'To decide' })).toBeVisible()
  await open(page, orderId, 'decline')
  await page.getByLabel(/^Why, in the words/).fill('The permit that Maryland asks for is missing.')
  await press(page, 'Decline and refund')
  await makeRefunds(orderId)
  await findMail(email, /refunded/)
  await page.goto(`/staff/orders/${orderId}`)
  await expect(page.getByText('Refund to the card')).toBeVisible()
  await expect(page.getByText(/The permit that Maryland asks for is missing/).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Held today/ })).toContainText('0.00')
  await page.goto(`/drops/${slug}/reserve?number=7`)
  await expect(page.getByRole('button', { name: 'Hold № 7', exact: true })).toBeVisible()
})

test('a dealer who withdraws leaves the order open, and an agreed end gives half of the deposit back', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const { orderId, email } = await givenReservation(page)
  const license = await givenDealer()
  await signInAs(context, 'manager', { baseURL })
  await open(page, orderId, 'set_dealer')
  await page.getByLabel('License number on the federal list').fill(license)
  await press(page, 'Set dealer')
  await open(page, orderId, 'withdraw_dealer')
  await page.getByLabel('Why, for staff').fill('Closes at the end of the month')
  await press(page, 'Record it')
  await expect(page.getByText('No dealer is chosen.').first()).toBeVisible()
  await findMail(email, /^Your dealer can’t receive it/)
  // The order goes on with another dealer, as with the first.
  await open(page, orderId, 'set_dealer')
  await page.getByLabel('License number on the federal list').fill(await givenDealer('Second Arms'))
  await press(page, 'Set dealer')
  await expect(page.getByText('Second Arms').first()).toBeVisible()

  await open(page, orderId, 'close')
  await page
    .getByLabel(/^Why it ends/)
    .selectOption({ label: 'Buyer changed their mind: the deposit as agreed' })
  await page.getByLabel(/^Deposit that goes back/).fill('50')
  await page.getByLabel(/^What the buyer reads/).fill('As we agreed on the phone, half of it goes back.')
  await press(page, 'End it')
  await makeRefunds(orderId)
  await findMail(email, /\$50/)
  await page.goto(`/staff/orders/${orderId}`)
  await expect(page.getByRole('row', { name: /Held today/ })).toContainText('50.00')
})

const track = (page: Page) => page.locator('.con-track [aria-current=step]')

async function open(page: Page, orderId: string, verb: string) {
  await page.goto(`/staff/orders/${orderId}?do=${verb}`)
}

/** Presses the form's button and waits until the form is gone, which says that it was performed. */
async function press(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page).not.toHaveURL(/\?do=/)
}

async function move(page: Page, orderId: string, stage: string) {
  await open(page, orderId, 'move_stage')
  await page.getByLabel('To', { exact: true }).selectOption({ label: stage })
  if (stage === 'Shipped') {
    await page.getByLabel('Carrier', { exact: true }).selectOption('ups')
    await page.getByLabel('Tracking number').fill('1Z999AA10123456784')
  }
  await press(page, 'Move and email')
  await expect(track(page)).toContainText(stage)
}

/** A dealer on the federal list whose file is complete. Gives the license number as printed on the license. */
async function givenDealer(name = 'Lane Arms'): Promise<string> {
  const [area, sequence] = [`1-59-${randomInt(100, 999)}-07`, randomInt(10_000, 99_999)]
  const key = `${area}-${sequence}`
  await sqlOnShop(
    `insert into dealers (key, code, type, expiry, name, street, city, state, zip, listed_at)
     values ($1, $1, '07', '9Z', $2, '1 Lane', 'Miami', 'FL', '33130', now())`,
    [key, name],
  )
  await sqlOnShop(
    `insert into dealer_files (dealer_key, license_expires_on, copy_accepted_on, copy_accepted_by, ez_checked_on,
       ez_checked_by, special_tax_class, special_tax_year_ends, special_tax_copy_on, special_tax_copy_by, updated_at, updated_by)
     values ($1, current_date + 400, current_date, 'Sam', current_date, 'Sam', '3',
       extract(year from current_date + 185)::int, current_date, 'Sam', now(), 'Sam')`,
    [key],
  )
  return `${area}-9A-${sequence}`
}

async function dealerAccepts(orderId: string) {
  await sqlOnShop(
    `update orders set dealer_answer = jsonb_build_object('is', 'accepted', 'isConfirmed', true, 'at', now()::text,
       'feeCents', 7500, 'hours', 'Weekdays') where id = $1`,
    [orderId],
  )
}
