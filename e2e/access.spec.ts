// Every page of the public site in every way that WCAG 2.2 AA names: rules, type, keyboard, fingers, 320 px and text of 200 %.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accessible } from './access-checks.ts'
import { elsewhere, openPages, ownPages, publicPages, refusalPages } from './access-routes.ts'
import { submitBuild } from './build-steps.ts'
import { expect, test } from './fixtures.ts'
import { axe } from './page-checks.ts'
import { buildOfferLink, buyerLink, dataRequestLink, subscriptionLink } from './private-links.ts'
import { acceptAgreement, fillIn, hold, ownAddress, ownDrop, payToOrder } from './reservation-steps.ts'
import { addInstructor, operate, sqlOnShop } from './shop.ts'

// axe looks at every element several times: slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

test.beforeAll(addInstructor)

test('every page of the site is listed, with where it is looked at', () => {
  const looked = [...Object.keys(openPages), ...ownPages, ...Object.keys(elsewhere), ...refusalPages]
  expect(looked.toSorted()).toEqual(publicPages().toSorted())
  for (const [path, file] of Object.entries(elsewhere))
    expect(readFileSync(new URL(file, import.meta.url), 'utf8'), `${path} in ${file}`).toMatch(
      /\b(axe|accessible)\(/,
    )
})

const addresses = Object.values(openPages).flat()
const perTest = 8
for (let first = 0; first < addresses.length; first += perTest) {
  const some = addresses.slice(first, first + perTest)
  test(`everybody can use the pages from ${some[0]} to ${some.at(-1)}`, async ({
    verified: page,
    browserErrors,
  }) => {
    browserErrors.allow(/404.*(no-such|22222222)/)
    for (const path of some) await lookAt(page, path)
  })
}

test('everybody can use the pages of a reservation', async ({ verified: page }) => {
  const order = await hold(page, await ownDrop(), 6)
  await test.step('the checkout', () => accessible(page))
  await fillIn(page)
  await payToOrder(page)
  await operate('agreement', order, '1', '2499', 'Black, 10.3 in', 'Case and two magazines')
  await lookAt(page, `/orders/${order}/agreement/0`)
  await acceptAgreement(page, order)
  await expect(page).toHaveURL(`/orders/${order}`)
  await operate('balance-request', order, '--county', 'Miami-Dade')
  for (const part of ['', '/link', '/balance/0', '/dealer', '/documents', '/refund'])
    await lookAt(page, `/orders/${order}${part}`)
  await sqlOnShop(
    `update orders set dealer_name = 'Sample Arms', dealer_city = 'Tampa', dealer_state = 'FL' where id = $1`,
    [order],
  )
  await lookAt(page, `/orders/${order}/dealer/request`)
})

test('everybody can use the page of a refusal', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(/422/)
  const order = await hold(page, await ownDrop(), 6)
  // A form that names no line, as a browser without script might send it.
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action })
    document.body.append(form)
    form.submit()
  }, `/checkout/${order}/removal`)
  await expect(page.getByRole('link', { name: 'Back to Checkout' })).toBeVisible()
  await accessible(page)
})

test('everybody can use the page of a patch', async ({ verified: page }) => {
  const [patch] = await sqlOnShop<{ id: string }>(
    `select patches.id from patches join drops on drops.id = drop_id where slug = 'cyber-vol-1' limit 1`,
  )
  await lookAt(page, `/patches/${patch?.id}`)
})

test('everybody can use the pages of a cart and a parcel', async ({ verified: page }) => {
  await page.goto('/accessories/oil')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible()
  await axe(page)
  await lookAt(page, '/cart')
  await page.getByRole('button', { name: /checkout/i }).click()
  await expect(page).toHaveURL(/\/checkout\/\w+\/details/)
  await accessible(page)
  const email = ownAddress()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Street and number').fill('1 Ocean Drive')
  await page.getByLabel('City').fill('Miami Beach')
  await page.getByLabel('State', { exact: true }).selectOption('FL')
  await page.getByLabel('ZIP code').fill('33139')
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }).check()
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const own = new URL(page.url()).pathname
  await sqlOnShop('update parcels_due set offered_at = now() where order_id = $1', [own.split('/').at(-1)])
  for (const part of ['', '/address', '/again', '/delay']) await lookAt(page, own + part)

  await page.goto(await buyerLink(email))
  await lookAt(page, '/orders/mine')
})

test('everybody can use the pages of a seat and a trust pack', async ({ verified: page }) => {
  const [session] = await sqlOnShop<{ id: string }>(
    `with made as (
       insert into course_sessions (course_id, starts_at, ends_at, cut_off_at, capacity)
       select id, now() + interval '20 days', now() + interval '20 days 8 hours', now() + interval '19 days', 2
       from courses where slug = 'basic-pistol' returning id
     ), seats as (
       insert into session_seats (session_id, number) select id, number from made, generate_series(1, 2) number
     ) select id from made`,
  )
  await page.goto(`/course-registration/scheduling?session=${session?.id}`)
  await page.getByRole('button', { name: 'Continue with Selected Date' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await payAs(page, 'Robin Student')
  const seat = new URL(page.url()).pathname
  for (const part of ['/seat', '/seat/move']) await lookAt(page, seat + part)
  await sqlOnShop('update order_lines set refund_until = now() where order_id = $1', [seat.split('/').at(-1)])
  await lookAt(page, `${seat}/seat/cancellation`)

  await page.goto('/trust')
  await page.getByRole('button', { name: 'Download Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout\//)
  await payAs(page, 'Jordan Buyer')
  await lookAt(page, `${new URL(page.url()).pathname}/trust`)
})

test('everybody can use the pages of a build and of private links', async ({ verified: page }) => {
  const submission = await submitBuild(page)
  const [saved] = await sqlOnShop<{ code: string }>(
    `select build_code as code from build_submissions where id = $1`,
    [submission],
  )
  await lookAt(page, new URL(page.url()).pathname)
  await lookAt(page, `/builds/${saved?.code}`)
  await lookAt(page, await buildOfferLink(submission))

  await lookAt(page, await dataRequestLink())
  for (const part of ['confirm', 'preferences', 'unsubscribe'] as const)
    await lookAt(page, await subscriptionLink(part))
})

/** Opens an address, makes sure that it is the page that was meant, and looks at it. */
async function lookAt(page: Page, path: string) {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('contentinfo').last()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await accessible(page)
  })
}

/** Pays for what is not a firearm. */
async function payAs(page: Page, name: string) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(ownAddress())
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
}
