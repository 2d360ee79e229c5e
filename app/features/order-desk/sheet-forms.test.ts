import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { reserve } from '#test/buyer-steps.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('staff note, send a link and refund, each from its link on the sheet', { timeout: 60_000 }, async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId, email } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const staff = buyer.another()
  await staff.signIn('manager', { name: 'M. Sample' })
  await staff.open(`/staff/orders/${orderId}`)
  expect(staff.heading).toContain('Jordan Buyer')

  await staff.follow('Add a note')
  await staff.pressUnchecked('Add note')
  expect(staff.status).toBe(422)
  expect(staff.field(/^Note, with your name/)).toMatchObject({
    isInvalid: true,
    words: expect.stringContaining('Write the note'),
  })
  staff.fillOne(/^Note, with your name/, 'Called: will pick it up in spring.')
  await staff.press('Add note')
  expect(staff.text).toContain('Called: will pick it up in spring.')

  await staff.follow('Send the private link again')
  await staff.press('Send link')
  await staff.mail(email, /link/i)

  await staff.follow('Refund all, a line or an amount')
  staff.fill({ Reason: 'Asked on the phone' })
  await staff.press('Refund')
  for (const words of ['Refund to the card', 'Opens when the order is paid.'])
    expect(staff.text).toContain(words)
  await staff.mail(email, /refund/i)
})

test('the second of two people sees what the first did, and loses nothing typed', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const staff = buyer.another()
  await staff.signIn('desk', { name: 'D. Sample' })
  await staff.open(`/staff/orders/${orderId}?do=note`)
  const other = buyer.another()
  await other.signIn('desk', { name: 'E. Sample' })
  await other.open(`/staff/orders/${orderId}?do=end_links`)
  await other.press('End links')
  expect(other.text).toContain('Private links ended')

  staff.fillOne(/^Note, with your name/, 'Half a thought')
  await staff.press('Add note')
  expect(staff.status).toBe(409)
  expect(staff.alerts.join(' ')).toMatch(/^This order has changed since you loaded it:\s*Private links ended/)
  expect(staff.field(/^Note, with your name/).value).toBe('Half a thought')
  await staff.press('Add note')
  expect(staff.parts('listitem').map(textOf)).toContainEqual(expect.stringContaining('Half a thought'))
})

test('orders are narrowed, searched and moved together by pages and forms alone', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const staff = buyer.another()
  await staff.signIn('manager')
  await staff.open('/staff/orders')
  staff.fill({ 'Buyer’s state': 'Texas' })
  await staff.press('Show')
  expect(staff.path).toContain('state=TX')
  expect(staff.parts('row', new RegExp(orderId))).toEqual([])
  await staff.follow(/^All/)
  expect(staff.parts('row', new RegExp(orderId))).toHaveLength(1)

  await staff.follow(/^Search or run/)
  const search = staff.part('searchbox')
  ;(search as HTMLInputElement).value = 'to decide'
  await staff.press('Search')
  await staff.follow(/To decide/)
  expect(staff.path).toContain('stage=review')

  await staff.open(`/staff/orders?q=${orderId}`)
  const list = staff.part('table')
  staff.fill({ [`Select ${orderId}`]: true }, list)
  await staff.press(/^Move/)
  expect(textOf(staff.part('row', new RegExp(orderId)))).toContain('Held')
})
