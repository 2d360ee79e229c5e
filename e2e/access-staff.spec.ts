// Every page of the console by axe at a desk, and on a phone, which it never leaves sideways.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { staffPages } from './access-routes.ts'
import { anyKey, elsewhereStaffPages, madeStaffPages, openStaffPages } from './access-staff-routes.ts'
import { submitBuild } from './build-steps.ts'
import { expect, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownDrop, payToOrder } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 180_000 })

test('every page of the console is listed, with where it is looked at', () => {
  const looked = [...Object.keys(openStaffPages), ...madeStaffPages, ...Object.keys(elsewhereStaffPages)]
  expect(looked.toSorted()).toEqual(staffPages().toSorted())
  for (const [path, file] of Object.entries(elsewhereStaffPages))
    expect(readFileSync(new URL(file, import.meta.url), 'utf8'), `${path} in ${file}`).toContain('axe(')
})

const addresses = Object.values(openStaffPages).flat()
const perTest = 18
for (let first = 0; first < addresses.length; first += perTest) {
  const some = addresses.slice(first, first + perTest)
  test(`staff can use the pages from ${some[0]} to ${some.at(-1)}`, async ({
    page,
    context,
    baseURL,
    browserErrors,
  }) => {
    browserErrors.allow(/404/)
    await signInAs(context, 'owner', { baseURL })
    for (const path of some) await lookAt(page, path)
  })
}

test('staff can use the pages of what people bought and sent', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const order = await hold(page, await ownDrop(), 6)
  await fillIn(page)
  await payToOrder(page)
  const build = await submitBuild(page)
  const [message] = await sqlOnShop<{ id: string }>(
    `insert into contact_messages (id, once_key, kind, first_name, email, subject, message, received_at)
     values ($1, $1, 'message', 'Sample', 'writer@example.com', 'shipping', 'Do you ship to Guam?', now()) returning id`,
    [randomUUID()],
  )
  await signInAs(context, 'owner', { baseURL, name: 'Maximiliane-Alexandrina Wolfeschlegelsteinhausen' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/staff')
  await expect(page.getByRole('link', { name: 'People', exact: true })).toBeInViewport({ ratio: 1 })
  const session = await anyKey('course_sessions', 'id')
  const made: Record<(typeof madeStaffPages)[number], string> = {
    '/staff/orders/:order': `/staff/orders/${order}?do=note`,
    '/staff/orders/selected': `/staff/orders/selected?verb=move_stage&row=${order}`,
    '/staff/transfers/:order/:position': `/staff/transfers/${order}/0`,
    '/staff/inbox/messages/:message': `/staff/inbox/messages/${message?.id}`,
    '/staff/inbox/builds/:submission': `/staff/inbox/builds/${build}`,
    '/staff/classes/:session': `/staff/classes/${session}`,
    '/staff/classes/:session/edit': `/staff/classes/${session}/edit`,
    '/staff/classes/:session/walk-in': `/staff/classes/${session}/walk-in`,
    '/staff/dealers/:key': `/staff/dealers/${await anyKey('dealers', 'key')}`,
    '/staff/rules/claims/:key': `/staff/rules/claims/${await anyKey('claims', 'key')}`,
  }
  for (const path of Object.values(made)) await lookAt(page, path)
})

/** Opens an address, makes sure that it is the page that was meant, and looks at it. */
async function lookAt(page: Page, path: string) {
  await test.step(path, async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    await axe(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await noSidewaysScroll(page)
  })
}
