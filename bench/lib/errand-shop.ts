// What was bought before the errands, in a browser. The benchmark takes it too: nothing here needs the test runner.
import { expect as anyExpect, type Page } from '@playwright/test'
import { type ErrandShop, fillDelivery, payParcel, toDelivery } from './errands.ts'
import { personAt } from './errand-person.ts'
import { orderLink, subscriptionLink } from '../../e2e/private-links.ts'
import { holdSeat, orderOn, ownClass, ownDrop, payAs, reserve } from '../../e2e/buyer-steps.ts'
import { shopAddress } from '../../e2e/shop.ts'

/** Waits longer than usual: the benchmark's phone is slow. */
const expect = anyExpect.configure({ timeout: 60_000 })

/** Buys a number with a dealer still to choose, a parcel and a seat, and saves two builds. */
export async function openErrandShop(page: Page): Promise<ErrandShop> {
  const person = personAt(page, { hasScript: true, hasTouch: false })
  const { orderId: number } = await reserve(page, await ownDrop(), 7)
  await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
  await person.open('/accessories')
  await toDelivery(person, /Field Cleaning Kit/)
  const email = await fillDelivery(person, 'FL', '33139')
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await payParcel(person)
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
  const parcel = orderOn(page)
  await holdSeat(page, await ownClass(2))
  const seat = await payAs(page, 'Robin Student', email)
  const builds = [await saveBuild(page, 'forged-lower'), await saveBuild(page, 'billet-lower')] as const
  return {
    bought: { email, number, parcel, seat, builds },
    ownDrop,
    orderLink,
    unsubscribeLink: () => subscriptionLink('unsubscribe'),
  }
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
