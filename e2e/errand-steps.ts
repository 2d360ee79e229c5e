// Somebody on an errand, whose presses and seconds are counted, and what was bought before it.
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { test } from './fixtures.ts'
import { fillIn, hold, ownAddress, ownDrop, pay } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'

/** What an errand does with its hands: `press` is a click or a tap, `enter` the key. Typing and choosing are not counted. */
export type Hands = { press: (control: Locator) => Promise<void>; enter: (field: Locator) => Promise<void> }

/**
 * Runs one errand. Its presses and seconds become a note of the test; more than `maxPresses` fail it.
 * A dealer's or a mail program's own presses are not the shop's.
 */
export function errandsOf(info: TestInfo, way: string) {
  return (name: string, maxPresses: number, run: (hands: Hands) => Promise<void>) =>
    test.step(name, async () => {
      let presses = 0
      const startedAt = Date.now()
      await run({
        press: async (control) => {
          presses++
          await control.click()
        },
        enter: async (field) => {
          presses++
          await field.press('Enter')
        },
      })
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
      info.annotations.push({
        type: 'errand',
        description: `${way}: ${name}, ${presses} presses, ${seconds} s`,
      })
      expect(presses, `presses to ${name}`).toBeLessThanOrEqual(maxPresses)
    })
}

/** What somebody bought and saved before the errands. */
export type Bought = { email: string; number: string; parcel: string; seat: string; builds: [string, string] }

/** Buys a number with a dealer still to choose, a parcel and a seat, and saves two builds. */
export async function buyFirst(page: Page): Promise<Bought> {
  const number = await hold(page, await ownDrop(), 7)
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
  await addToCart(page, (control) => control.click(), 'Field Cleaning Kit')
  await toDelivery(page, (control) => control.click())
  const email = await fillDelivery(page, 'FL', '33139')
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const parcel = await orderOn(page)

  await page.goto(`/course-registration/scheduling?session=${await ownClass()}`)
  await page.getByRole('button', { name: 'Continue with Selected Date' }).click()
  await page.getByLabel('Full name').fill('Robin Student')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  const seat = await orderOn(page)
  const builds = [await saveBuild(page, 'forged-lower'), await saveBuild(page, 'billet-lower')]
  return { email, number, parcel, seat, builds: [builds[0] ?? '', builds[1] ?? ''] }
}

/** Puts a product into the cart from its card. */
export async function addToCart(page: Page, press: Hands['press'], product: string) {
  if (new URL(page.url()).pathname !== '/accessories') await page.goto('/accessories')
  const card = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
  await press(card.filter({ hasText: product }).getByRole('button', { name: 'Add to Cart' }))
}

/** Goes from what was added to the delivery form. Without script the cart itself opens, with it a drawer. */
export async function toDelivery(page: Page, press: Hands['press']) {
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' })
  const cart = page.getByRole('heading', { level: 1, name: 'Cart' })
  await expect(drawer.or(cart)).toBeVisible()
  if (await drawer.isVisible()) await press(drawer.getByRole('link', { name: /cart|checkout/i }).first())
  await expect(cart).toBeVisible()
  await press(page.getByRole('button', { name: /checkout/i }))
  await expect(page).toHaveURL(/\/checkout\/\w+\/details/)
}

/** Fills in where a parcel goes. Returns the buyer's email. */
export async function fillDelivery(page: Page, state: string, zip: string): Promise<string> {
  const email = ownAddress()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Street and number').fill('1 Ocean Drive')
  await page.getByLabel('City').fill('Somewhere')
  await page.getByLabel('State', { exact: true }).selectOption(state)
  await page.getByLabel('ZIP code').fill(zip)
  return email
}

async function orderOn(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** A class in three weeks with two seats. Returns its id. */
async function ownClass(): Promise<string> {
  const [made] = await sqlOnShop<{ id: string }>(
    `with made as (
       insert into course_sessions (course_id, starts_at, ends_at, cut_off_at, capacity)
       select id, now() + interval '20 days', now() + interval '20 days 8 hours', now() + interval '19 days', 2
       from courses where slug = 'basic-pistol' returning id
     ), seats as (
       insert into session_seats (session_id, number) select id, number from made, generate_series(1, 2) number
     ) select id from made`,
  )
  return made?.id ?? randomUUID()
}

async function saveBuild(page: Page, lower: string): Promise<string> {
  const answer = await page.request.post('/builds', {
    form: { platform: 'ar15', lower },
    headers: { Accept: 'text/html', Origin: test.info().project.use.baseURL ?? '' },
    maxRedirects: 0,
  })
  return (answer.headers().location ?? '').split('/').at(-1) ?? ''
}
