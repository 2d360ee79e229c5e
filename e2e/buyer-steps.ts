// What buyers do in journeys: hold, fill in, pay. And a drop or a class of each journey's own.
import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { countRows, shopAddress, sqlOnShop } from './shop.ts'

/**
 * Launched long ago, so that it is never the newest live drop that other pages show. Their art is of one seed: the lit pictures of a
 * run take seconds to draw, and are drawn once for all journeys whose runs have as many units.
 */
const insertDrop = `
  with made as (
    insert into drops (slug, name, tagline, status, category, theme, drop_number, total_units, base_price, launch_date, end_date, art_seed)
    values ($1, 'Journey', 'A drop to walk through', 'live', 'hype', 'outlaw', $2, $3, 249900, now() - interval '2 years', now() + interval '7 days',
      'journey')
    returning id
  )
  insert into drop_units (drop_id, number, state) select id, number, 'open' from made, generate_series(1, $3) number`

/** A live drop that only this journey knows, with all numbers open. Returns its slug. */
export async function ownDrop(totalUnits = 50): Promise<string> {
  const slug = `journey-${randomUUID().slice(0, 8)}`
  await sqlOnShop(insertDrop, [slug, -randomInt(1, 900_000_000), totalUnits])
  return slug
}

/** A unique email address. */
export const ownAddress = () => `buyer-${randomUUID().slice(0, 8)}@example.test`

/**
 * Holds a number by the reserve page, which works in every browser. Ends on the checkout; returns the order's
 * code.
 */
export async function holdByPage(page: Page, slug: string, number: number): Promise<string> {
  await page.goto(`/drops/${slug}/reserve?number=${number}`)
  await page.getByRole('button', { name: `Hold № ${number}`, exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  return orderOn(page)
}

/** Holds a number like the reserve page's form, for journeys that begin after it. Ends like `holdByPage`. */
export async function hold(page: Page, slug: string, number: number): Promise<string> {
  const answer = await page.request.post(`/drops/${slug}/reserve`, {
    form: { number: String(number), key: randomUUID() },
    headers: { Accept: 'text/html', Origin: shopAddress() },
    maxRedirects: 0,
  })
  await page.goto(answer.headers().location ?? '')
  await expect(page).toHaveURL(/\/checkout\//)
  return orderOn(page)
}

/** The code of the order that is open. */
export const orderOn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Fills in the checkout. */
export async function fillIn(
  page: Page,
  { email = ownAddress(), state = 'FL', zip = '33139' } = {},
): Promise<string> {
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('State you live in').selectOption(state)
  await page.getByLabel('Home ZIP code').fill(zip)
  await page.getByRole('checkbox', { name: /I am 21 or older/ }).check()
  return email
}

/** Chooses a test card and pays. */
export async function pay(page: Page, card = 'Test card: approved') {
  await page.getByRole('radio', { name: new RegExp(`^${card}(?!,)`) }).check()
  await payButton(page).click()
}

/** Pays with the approved card, and waits for the order's page: only then is the order there for others, like staff. */
export async function payToOrder(page: Page) {
  await pay(page)
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
}

/** Reserves a number. Ends on the order page; gives the order and its buyer's address. */
export async function reserve(page: Page, slug: string, number: number) {
  const orderId = await hold(page, slug, number)
  const email = await fillIn(page)
  await payToOrder(page)
  return { orderId, email }
}

/** The buyer accepts the final price of a reservation, with the keyboard. */
export async function acceptAgreement(page: Page, orderId: string) {
  await page.goto(`/orders/${orderId}/agreement/0`)
  await expect(page.getByRole('main').getByRole('link', { name: '/contact' })).toBeVisible()
  await page.getByRole('radio', { name: 'I will, as an individual' }).check()
  await page.getByRole('checkbox').check()
  await page.getByRole('checkbox').press('Tab')
  await page.keyboard.press('Enter')
}

export const payButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay the $100 deposit' })

/** How often an order was charged, according to the payment service. */
export const charges = (orderId: string) =>
  countRows(`sandbox_charges where order_id = $1 and status = 'captured'`, orderId)

/** How often a payment of an order was started, according to the shop. */
export const attempts = (orderId: string) => countRows('payment_attempts where order_id = $1', orderId)

/** The numbers of a drop that somebody holds or bought. */
export async function orderedNumbers(slug: string): Promise<number[]> {
  const lines = await sqlOnShop<{ ref: { number: number } }>(
    `select ref from order_lines where ref ->> 'slug' = $1`,
    [slug],
  )
  return lines.map(({ ref }) => ref.number)
}

/** Fills in where a parcel goes. */
export async function fillAddress(
  page: Page,
  { city, state, zip }: { city: string; state: string; zip: string },
) {
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(ownAddress())
  await page.getByLabel('Street and number').fill('1 Ocean Drive')
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State', { exact: true }).selectOption(state)
  await page.getByLabel('ZIP code').fill(zip)
}

/** A class that only this journey knows, so many days from now. Returns its id. */
export async function ownClass(
  seats: number,
  { course = 'basic-pistol', days = 20 }: { course?: string; days?: number } = {},
): Promise<string> {
  const [made] = await sqlOnShop<{ id: string }>(
    `with made as (
       insert into course_sessions (course_id, starts_at, ends_at, cut_off_at, capacity)
       select id, at, at + interval '8 hours', at - interval '1 day', $1
       from courses, (select now() + make_interval(days => $2::int)) moment (at) where slug = $3 returning id
     ), seats as (
       insert into session_seats (session_id, number) select id, number from made, generate_series(1, $1::int) number
     ) select id from made`,
    [seats, days, course],
  )
  if (!made) throw new Error(`There is no course ${course}`)
  return made.id
}

/** Holds a seat of a class. Ends on the checkout; returns the order's code. */
export async function holdSeat(page: Page, session: string): Promise<string> {
  await page.goto(`/course-registration/scheduling?session=${session}`)
  await page.getByRole('button', { name: 'Continue with Selected Date' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  return orderOn(page)
}

/** Fills in the checkout of what is not a firearm, and pays. Ends on the order page; returns the order's code. */
export async function payAs(page: Page, name: string, email = ownAddress()): Promise<string> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  return orderOn(page)
}
