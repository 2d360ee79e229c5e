// Each kind of page in every way that WCAG 2.2 AA names: rules, type, keyboard, fingers, 320 px and text of 200 %.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { subscriptionLink } from './private-links.ts'
import {
  acceptAgreement,
  fillIn,
  hold,
  holdSeat,
  ownAddress,
  ownClass,
  ownDrop,
  payAs,
  payToOrder,
  reserve,
} from './buyer-steps.ts'
import { perform } from './pickup-steps.ts'
import { addInstructor, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'
import { accessible } from './sweep-checks.ts'
import {
  elsewhere,
  kindOf,
  listPages,
  openKinds,
  openStaffKinds,
  ownKinds,
  type ownStaffKinds,
} from './sweep-pages.ts'

test.describe.configure({ timeout: 180_000 })

test.beforeAll(addInstructor)

test('every page names its kind, and every kind is looked at', () => {
  expect(Object.keys(kindOf).toSorted()).toEqual(listPages().toSorted())
  for (const [kind, file] of Object.entries(elsewhere))
    expect(readFileSync(new URL(file, import.meta.url), 'utf8'), `${kind} in ${file}`).toMatch(
      /\baccessible\(/,
    )
})

const perTest = 7
const open = Object.entries(openKinds)
for (let first = 0; first < open.length; first += perTest) {
  const some = open.slice(first, first + perTest)
  test(`everybody can use pages of these kinds: ${some.map(([kind]) => kind).join(', ')}`, async ({
    verified: page,
    browserErrors,
  }) => {
    browserErrors.allow(/404.*(no-such|22222222)/)
    for (const [, path] of some) await lookAt(page, path)
  })
}

test('everybody can use the pages of what they bought and sent', async ({ verified: page }) => {
  test.setTimeout(300_000)
  const looked: string[] = []
  const look = async (kind: (typeof ownKinds)[number], path?: string) => {
    looked.push(kind)
    if (path) await lookAt(page, path)
    else await test.step(kind, () => accessible(page))
  }
  const drop = await ownDrop()
  const order = await hold(page, drop, 6)
  await look('checkout')
  await page.goto(`/checkout/${order}`)
  await fillIn(page)
  await payToOrder(page)
  await signInAs(page.context(), 'manager')
  const terms = {
    'What is built': 'Black, 10.3 in',
    'What the price includes': 'Case and two magazines',
    'Final price in dollars, without sales tax': '2499',
  }
  await perform(page, order, 'send_agreement', terms, 'Send to the buyer')
  await look('agreement', `/orders/${order}/agreement/0`)
  await acceptAgreement(page, order)
  await expect(page).toHaveURL(`/orders/${order}`)
  await page.goto(`/staff/orders/${order}?do=request_balance`)
  await page.getByLabel(/county in Florida/).fill('Miami-Dade')
  await page.getByRole('button', { name: 'Ask for the balance' }).click()
  await expect(page).not.toHaveURL(/\?do=/)
  await page.context().clearCookies({ name: 'paco-staff' })
  await look('order', `/orders/${order}`)
  await look('balance', `/orders/${order}/balance/0`)
  await look('order form', `/orders/${order}/dealer`)
  await sqlOnShop(
    `update orders set (dealer_name, dealer_city, dealer_state, dealer_key) =
      (select name, city, state, key from dealers where state = 'FL' limit 1) where id = $1`,
    [order],
  )
  await look('dealer request', `/orders/${order}/dealer/request`)

  await page.goto('/accessories/oil')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible()
  await look('cart', '/cart')
  await page.getByRole('button', { name: /checkout/i }).click()
  await expect(page).toHaveURL(/\/checkout\/\w+\/details/)
  await look('delivery')

  await holdSeat(page, await ownClass(2))
  const seat = await payAs(page, 'Robin Student')
  await look('seat', `/orders/${seat}/seat`)

  await page.goto('/trust')
  await page.getByRole('button', { name: 'Download Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout\//)
  const pack = await payAs(page, 'Jordan Buyer')
  await look('worksheet', `/orders/${pack}/trust`)

  await page.goto(
    '/build?platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3&stock=sopmod-stock&handguard=quad-rail',
  )
  await page.getByRole('button', { name: 'Lock & Submit Build' }).click()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(ownAddress())
  await page.getByLabel('State you live in').selectOption('FL')
  await page.getByRole('form', { name: 'Lock & Submit Build' }).getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1, name: 'We’ve got your build' })).toBeVisible()
  const sent = new URL(page.url()).pathname
  const [saved] = await sqlOnShop<{ code: string }>(
    `select build_code as code from build_submissions where id = $1`,
    [sent.split('/').at(-1)],
  )
  await look('sent build', sent)
  await look('saved build', `/builds/${saved?.code}`)
  await look('preferences', await subscriptionLink('unsubscribe'))
  expect(looked.toSorted()).toEqual(ownKinds.toSorted())
})

const openStaff = Object.values(openStaffKinds)
for (let first = 0; first < openStaff.length; first += perTest) {
  const some = openStaff.slice(first, first + perTest)
  test(`staff can use the sheets from ${some[0]} to ${some.at(-1)}`, async ({
    page,
    context,
    browserErrors,
  }) => {
    browserErrors.allow(/404/)
    await signInAs(context, 'owner')
    for (const path of some) await lookAt(page, path, asSheet)
  })
}

test('staff can use the sheets of what people bought and sent', async ({ verified: page, context }) => {
  const { orderId: order } = await reserve(page, await ownDrop(), 6)
  const [message] = await sqlOnShop<{ id: string }>(
    `insert into contact_messages (id, once_key, first_name, email, subject, message, received_at)
     values ($1, $1, 'Sample', 'writer@example.com', 'shipping', 'Do you ship to Guam?', now()) returning id`,
    [randomUUID()],
  )
  const [session] = await sqlOnShop<{ id: string }>(`select id from course_sessions limit 1`)
  await signInAs(context, 'owner', { name: 'Maximiliane-Alexandrina Wolfeschlegelsteinhausen' })
  const sheets: Record<(typeof ownStaffKinds)[number], string> = {
    'order sheet': `/staff/orders/${order}`,
    verb: `/staff/orders/${order}?do=refund`,
    letter: `/staff/inbox/messages/${message?.id}`,
    roster: `/staff/classes/${session?.id}`,
  }
  for (const path of Object.values(sheets)) await lookAt(page, path, asSheet)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/staff')
  await expect(page.getByRole('link', { name: 'People', exact: true })).toBeInViewport({ ratio: 1 })
})

/** Opens an address, makes sure that it is the page that was meant, and looks at it. */
async function lookAt(page: Page, path: string, how?: Parameters<typeof accessible>[1]) {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('contentinfo').last()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await accessible(page, how)
  })
}

/** A sheet of the console has fixed measures: it is enlarged as browsers enlarge a page. */
const asSheet = { enlarged: 'page' } as const
