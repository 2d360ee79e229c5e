// Drops in several variants, by script. How a variant is paid for and named is proved by app/features/drops/plain-hold.test.ts.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownAddress, ownDrop } from './buyer-steps.ts'
import { findMail, runJob, sqlOnShop } from './shop.ts'
import { accessible } from './sweep-checks.ts'

test.describe.configure({ timeout: 120_000 })

/** A live drop in two variants: Field at the starting price, and Night. */
async function dropWithVariants(): Promise<string> {
  const slug = await ownDrop(50)
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

test('a buyer chooses the variant with the number by keyboard, and holds it', async ({ verified: page }) => {
  await page.goto(`/drops/${await dropWithVariants()}`)
  await page.getByRole('radio', { name: /^Number 7, / }).check()
  await expect(variant(page, /^Field, \$2,499/)).toBeChecked()
  // As one group.
  await variant(page, /^Field/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(variant(page, /^Night, \$2,699 5\.56 NATO, 10\.3 in, Matte black$/)).toBeChecked()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Hold № 7, Night', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByText('$2,699 before sales tax').first()).toBeVisible()
})

test('everybody can use the page on which an offered number’s variant is chosen', async ({
  verified: page,
}) => {
  const slug = await dropWithVariants()
  const email = ownAddress()
  await sqlOnShop(
    `with drop as (update drops set status = 'sold_out', sold_out_at = now() where slug = $1 returning id),
      taken as (update drop_units set state = 'taken' where number <> 5 and drop_id in (select id from drop)),
      begun as (insert into drop_waitlists (drop_id, since) select id, now() from drop),
      person as (insert into subscribers (email, created_at) values ($2, now()) returning id)
     insert into subscriptions (subscriber_id, topic, name, consent_version, consent_words, joined_at, requested_at, confirmed_at)
     select id, 'returned-units:' || $1, 'Jordan Reader', '2026-11', 'A mail.', now(), now(), now() from person`,
    [slug, email],
  )
  await runJob('offer-returned-units')
  const { text } = await findMail(email, /^Number 5 is held for you/)
  await page.goto(/http\S+\/drops\/offers\/\S+/.exec(text)?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number 5 is held for you')
  await accessible(page, { enlarged: 'page' })
})
