// What was bought before the errands, and the steps that several of them share. The benchmark takes them too: nothing here
// needs the test runner.
import { expect as anyExpect, type Locator, type Page } from '@playwright/test'
import { ownClass } from './class-steps.ts'
import { openPage, type Person } from './errand-person.ts'
import { fillIn, hold, ownAddress, ownDrop, pay } from './reservation-steps.ts'
import { shopAddress } from './shop.ts'

/** Waits longer than usual: the benchmark's phone is slow. */
export const expect = anyExpect.configure({ timeout: 60_000 })

/** What somebody bought and saved before the errands. */
export type Bought = { email: string; number: string; parcel: string; seat: string; builds: [string, string] }

/** Buys a number with a dealer still to choose, a parcel and a seat, and saves two builds. */
export async function buyFirst(page: Page): Promise<Bought> {
  const person = untallied(page)
  const number = await hold(page, await ownDrop(), 7)
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
  await addToCart(person, 'Field Cleaning Kit')
  await toDelivery(person)
  const email = await fillDelivery(person, 'FL', '33139')
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const parcel = await orderOn(page)

  await page.goto(`/course-registration/scheduling?session=${await ownClass(2)}`)
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
export async function addToCart({ page, open, press }: Person, product: string) {
  if (new URL(page.url()).pathname !== '/accessories') await open('/accessories')
  const card = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
  await press(card.filter({ hasText: product }).getByRole('button', { name: 'Add to Cart' }))
}

/** Goes from what was added to the delivery form. Without script the cart itself opens, with it a drawer. */
export async function toDelivery({ page, press }: Person) {
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' })
  const cart = page.getByRole('heading', { level: 1, name: 'Cart' })
  await expect(drawer.or(cart)).toBeVisible()
  if (await drawer.isVisible()) await press(drawer.getByRole('link', { name: /cart|checkout/i }).first())
  await expect(cart).toBeVisible()
  await press(page.getByRole('button', { name: /checkout/i }))
  await expect(page).toHaveURL(/\/checkout\/\w+\/details/)
}

/** Fills in where a parcel goes. Returns the buyer's email. */
export async function fillDelivery({ page, type, choose }: Person, state: string, zip: string) {
  const email = ownAddress()
  await type(page.getByLabel('Full name'), 'Jordan Buyer')
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Street and number'), '1 Ocean Drive')
  await type(page.getByLabel('City'), 'Somewhere')
  await choose(page.getByLabel('State', { exact: true }), state)
  await type(page.getByLabel('ZIP code'), zip)
  return email
}

/** Hands that nobody counts. */
function untallied(page: Page): Person {
  return {
    page,
    hasScript: true,
    open: (address) => openPage(page, address),
    press: (control) => control.click(),
    enter: (field) => field.press('Enter'),
    type: (field, text) => field.fill(text),
    choose: async (select: Locator, value) => void (await select.selectOption(value)),
  }
}

async function orderOn(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function saveBuild(page: Page, lower: string): Promise<string> {
  const answer = await page.request.post('/builds', {
    form: { platform: 'ar15', lower },
    headers: { Accept: 'text/html', Origin: shopAddress() },
    maxRedirects: 0,
    maxRetries: 1, // the line may be closed since it was last used
  })
  return (answer.headers().location ?? '').split('/').at(-1) ?? ''
}
