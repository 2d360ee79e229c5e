// The steps of a reservation, as a visitor takes them, and a drop of each journey's own to take them on.
import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { sqlOnShop } from './shop.ts'

/** Launched long ago, so that it is never the newest live drop that other pages show. */
const insertDrop = `
  with made as (
    insert into drops (slug, name, tagline, status, category, theme, drop_number, total_units, base_price, launch_date, end_date)
    values ($1, 'Journey', 'A drop to walk through', 'live', 'hype', 'outlaw', $2, $3, 249900, now() - interval '2 years', now() + interval '7 days')
    returning id
  )
  insert into drop_units (drop_id, number, state) select id, number, 'open' from made, generate_series(1, $3) number`

/** A live drop that no other journey knows, with all its numbers open. Gives its slug. */
export async function ownDrop(totalUnits = 50): Promise<string> {
  const slug = `journey-${randomUUID().slice(0, 8)}`
  await sqlOnShop(insertDrop, [slug, randomInt(10_000, 900_000), totalUnits])
  return slug
}

/** A mail address that no other journey uses. */
export const ownAddress = () => `buyer-${randomUUID().slice(0, 8)}@example.test`

/** Holds a number by the reservation page, which every browser can use. Ends on the checkout; gives the order's code. */
export async function holdByPage(page: Page, slug: string, number: number): Promise<string> {
  await page.goto(`/drops/${slug}/reserve?number=${number}`)
  await page.getByRole('button', { name: `Hold № ${number}`, exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  return orderOn(page)
}

/** Holds a number as the reservation page's form does, for journeys that begin after it. Ends as `holdByPage` does. */
export async function hold(page: Page, slug: string, number: number): Promise<string> {
  const answer = await page.request.post(`/drops/${slug}/reserve`, {
    form: { number: String(number), key: randomUUID() },
    headers: { Accept: 'text/html', Origin: test.info().project.use.baseURL ?? '' },
    maxRedirects: 0,
  })
  await page.goto(answer.headers().location ?? '')
  await expect(page).toHaveURL(/\/checkout\//)
  return orderOn(page)
}

const orderOn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Fills in everything the checkout asks for. */
export async function fillIn(page: Page, { email = ownAddress(), state = 'FL' } = {}): Promise<string> {
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('State you live in').selectOption(state)
  await page.getByRole('checkbox', { name: /I am 21 or older/ }).check()
  return email
}

/** Chooses a test card and presses the one button. */
export async function pay(page: Page, card = 'Test card: approved') {
  await page.getByRole('radio', { name: new RegExp(`^${card}(?!,)`) }).check()
  await payButton(page).click()
}

export const payButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay the $100 deposit' })

/** The time of a hold is over, and open pages of its drop are told so, as the shop's alarm would see to. */
export async function letTimePass(orderId: string, slug: string) {
  await sqlOnShop(`update orders set expires_at = now() - interval '1 second' where id = $1`, [orderId])
  await sqlOnShop(`update drop_units set held_until = now() - interval '1 second' where order_id = $1`, [
    orderId,
  ])
  await sqlOnShop(`select pg_notify('paco_live', $1)`, [`drop:${slug}`])
}

/** How often an order was charged, as the payment service's own books say. */
export async function charges(orderId: string): Promise<number> {
  const [row] = await sqlOnShop<{ count: number }>(
    `select count(*)::int as count from sandbox_charges where order_id = $1 and status = 'captured'`,
    [orderId],
  )
  return row?.count ?? 0
}

/** How often somebody began to pay an order, as the shop's own books say. */
export async function attempts(orderId: string): Promise<number> {
  const [row] = await sqlOnShop<{ count: number }>(
    'select count(*)::int as count from payment_attempts where order_id = $1',
    [orderId],
  )
  return row?.count ?? 0
}
