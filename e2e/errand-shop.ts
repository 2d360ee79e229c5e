// What was bought before the errands, in a browser. The benchmark takes it too: nothing here needs the test runner.
import { expect as anyExpect, type Page } from '@playwright/test'
import { type ErrandShop, fillDelivery, payParcel, toDelivery } from '#test/errands.ts'
import { ownClass } from './class-steps.ts'
import { personAt } from './errand-person.ts'
import { orderLink, subscriptionLink } from './private-links.ts'
import { fillIn, hold, ownDrop, pay } from './reservation-steps.ts'
import { shopAddress } from './shop.ts'

/** Waits longer than usual: the benchmark's phone is slow. */
const expect = anyExpect.configure({ timeout: 60_000 })

/** Buys a number with a dealer still to choose, a parcel and a seat, and saves two builds. */
export async function openErrandShop(page: Page): Promise<ErrandShop> {
  const person = personAt(page, { hasScript: true, hasTouch: false })
  const number = await hold(page, await ownDrop(), 7)
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
  await person.open('/accessories')
  await toDelivery(person, /Field Cleaning Kit/)
  const email = await fillDelivery(person, 'FL', '33139')
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await payParcel(person)
  const parcel = await orderOn(page)

  await page.goto(`/course-registration/scheduling?session=${await ownClass(2)}`)
  await page.getByRole('button', { name: 'Continue with Selected Date' }).click()
  await page.getByLabel('Full name').fill('Robin Student')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  const seat = await orderOn(page)
  const builds = [await saveBuild(page, 'forged-lower'), await saveBuild(page, 'billet-lower')] as const
  return {
    bought: { email, number, parcel, seat, builds },
    ownDrop,
    orderLink,
    unsubscribeLink: () => subscriptionLink('unsubscribe'),
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
