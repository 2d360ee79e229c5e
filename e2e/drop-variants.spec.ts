import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, ownDrop, pay } from './reservation-steps.ts'
import { findMail, runJob, sqlOnShop } from './shop.ts'
import { accessible } from './sweep-checks.ts'

test.describe.configure({ timeout: 120_000 })

/** A live drop in two variants: Field at the starting price, and Night. */
async function dropWithVariants(): Promise<string> {
  const slug = await ownDrop(12)
  await sqlOnShop(
    `insert into drop_variants (drop_id, name, caliber, barrel, finish, price)
     select id, made.name, '5.56 NATO', '10.3 in', made.finish, made.price from drops,
       (values ('Field', 'Green-gray', null), ('Night', 'Matte black', 269900)) made (name, finish, price)
     where slug = $1`,
    [slug],
  )
  return slug
}

/** A choice of the variant that is held; the receiver's finish is chosen by other buttons of the same names. */
const variant = (page: Page, name: RegExp) =>
  page.getByRole('radiogroup', { name: 'Your variant' }).getByRole('radio', { name })

test('a buyer chooses the variant with the number, and every page and email names it', async ({
  verified: page,
}) => {
  const slug = await dropWithVariants()
  await page.goto(`/drops/${slug}`)
  await page.getByRole('button', { name: /^Number 7, / }).click()
  await expect(variant(page, /^Field, \$2,499/)).toBeChecked()
  // With the keyboard, as one group.
  await variant(page, /^Field/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(variant(page, /^Night, \$2,699 5\.56 NATO, 10\.3 in, Matte black$/)).toBeChecked()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Hold № 7, Night', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\//)

  const main = page.getByRole('main')
  for (const words of ['Night', '5.56 NATO', 'Matte black', '$2,699 before sales tax', '$2,599. Due once'])
    await expect(main.getByText(words, { exact: false }).first()).toBeVisible()
  const email = await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
  await expect(main.getByText('Matte black').first()).toBeVisible()
  const { text } = await findMail(email, /number 7 of 12 is reserved/)
  expect(text).toContain('Night')
  expect(text).toContain('Matte black')
  expect(text).toContain('$2,699')
})

test('without script the choice is in the form that holds, and in the way to the cart', async ({
  browser,
  baseURL,
}) => {
  const slug = await dropWithVariants()
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await passAgeGate(plain, baseURL ?? '')
  const page = await plain.newPage()
  // Without script Chromium loads every picture at once, and those of a new drop have yet to be drawn.
  await page.goto(`/drops/${slug}/reserve?number=3`, { waitUntil: 'domcontentloaded' })
  await variant(page, /^Night/).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Number 3 of 12, Night, refundable deposit')).toBeVisible()

  // The drop's page sends its choice to the page of the number, which holds it. Without script its lit pictures, which take
  // seconds to draw, are not loaded lazily: the form does not wait for them.
  await page.goto(`/drops/${slug}`, { waitUntil: 'domcontentloaded' })
  await variant(page, /^Night/).check()
  await page.getByRole('button', { name: 'Hold № 1, Field' }).first().click()
  await expect(page).toHaveURL(/\/reserve\?.*number=1/)
  await expect(variant(page, /^Night/)).toBeChecked()
  await page.getByRole('button', { name: 'Hold № 1, Night' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByText('$2,699 before sales tax')).toBeVisible()
  await plain.close()
})

test('who is offered a returned number chooses its variant before the checkout, without script too', async ({
  verified,
  browser,
  baseURL,
}) => {
  const slug = await dropWithVariants()
  const email = `waiting-${randomUUID().slice(0, 8)}@example.test`
  await sqlOnShop(
    `with drop as (update drops set status = 'sold_out', sold_out_at = now() where slug = $1 returning id),
      taken as (update drop_units set state = 'taken' where drop_id in (select id from drop)),
      person as (insert into subscribers (email, created_at) values ($2, now()) returning id)
     insert into subscriptions (subscriber_id, topic, name, consent_version, consent_words, joined_at, requested_at, confirmed_at)
     select id, 'returned-units:' || $1, 'Jordan Reader', '2026-11', 'A mail.', now(), now(), now() from person`,
    [slug, email],
  )
  // As a refund leaves it.
  await sqlOnShop(
    `with begun as (insert into drop_waitlists (drop_id, since) select id, now() from drops where slug = $1 returning drop_id)
     update drop_units set state = 'open' where number = 5 and drop_id in (select drop_id from begun)`,
    [slug],
  )
  await runJob('offer-returned-units')
  const { text } = await findMail(email, /^Number 5 is held for you/)
  expect(text).toContain('Field, $2,499; Night, $2,699')

  const link = /http\S+\/drops\/offers\/\S+/.exec(text)?.[0] ?? ''
  await verified.goto(link)
  await expect(verified.getByRole('heading', { level: 1 })).toHaveText('Number 5 is held for you')
  await accessible(verified, { enlarged: 'page' })
  await noSidewaysScroll(verified)

  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await passAgeGate(plain, baseURL ?? '')
  const page = await plain.newPage()
  await page.goto(link)
  await expect(variant(page, /^Field, \$2,499/)).toBeChecked()
  await variant(page, /^Night, \$2,699/).check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByText('$2,699 before sales tax')).toBeVisible()
  // It may be chosen again until it is paid for.
  await page.getByRole('link', { name: 'Change the variant' }).click()
  await expect(variant(page, /^Night/)).toBeChecked()
  await plain.close()
})

test('a form that names no variant, or one of another drop, holds nothing and says why', async ({
  verified: page,
  baseURL,
}) => {
  const slug = await dropWithVariants()
  const [foreign] = await sqlOnShop<{ id: string }>(
    `select drop_variants.id from drop_variants join drops on drops.id = drop_id where slug <> $1 limit 1`,
    [slug],
  )
  for (const [chosen, words] of [
    ['', 'Choose a variant first'],
    [foreign?.id ?? '', 'This variant is not offered'],
    ['night', 'This variant is not offered'],
  ] as const) {
    const answer = await page.request.post(`/drops/${slug}/reserve`, {
      form: { number: '5', key: randomUUID(), variant: chosen },
      headers: { Accept: 'text/html', Origin: baseURL ?? '' },
    })
    expect(await answer.text()).toContain(words)
  }
  const held = await sqlOnShop(`select 1 from order_lines where ref ->> 'slug' = $1`, [slug])
  expect(held).toEqual([])
})
