import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { buyParcel } from '#test/buyer-steps.ts'
import { textOf, visitor } from '#test/visitor.ts'

const austin = { city: 'Austin', state: 'TX', zip: '78701' }

test('two parcels of one order are packed and sent, one comes back and is refunded', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId, email } = await buyParcel(buyer, ['Strip Loader', 'Field Cleaning Kit'], austin)
  const staff = buyer.another()
  await staff.signIn('manager', { name: 'M. Sample' })
  await staff.open(`/staff/shipping/${orderId}`)
  expect(textOf(staff.page.getByLabelText('Ship to'))).toContain('1 Ocean Drive')
  // The key Esc follows this link.
  expect(staff.document.querySelector('[data-back]')?.getAttribute('href')).toBe(
    '/staff/shipping?view=to-pack',
  )

  staff.fillOne(/Strip Loader/, '0')
  await staff.press('Pack')
  staff.fill({ Carrier: 'UPS', 'Tracking number': '1Z999' })
  await staff.press('Mark as sent')
  expect(staff.parts('link', 'UPS 1Z999')).not.toEqual([])
  await staff.mail(email, new RegExp(`Shipped: your order ${orderId}`))
  await staff.press('Pack')
  const second = () => staff.part('listitem', 'Parcel 2')
  await staff.press('Mark as sent', second())
  expect(staff.parts('button', 'Undo sent', second())).toHaveLength(1)

  await staff.press('Came back', second())
  staff.fill({ 'As new: back on the shelf': true }, second())
  await staff.press('Save', second())
  await staff.press('Refund these items', second())
  expect(textOf(second())).toContain('Returned and refunded')

  await buyer.open(`/orders/${orderId}`)
  expect(buyer.parts('heading', 'Your packages')).toHaveLength(1)
  expect(buyer.part('link', 'UPS 1Z999').getAttribute('href')).toMatch(/ups\.com/)
  expect(buyer.text).toMatch(/Came back to us/)
})

test('what is to be packed is on the pick list, and checked rows are packed together', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId } = await buyParcel(buyer, ['Strip Loader', 'Field Cleaning Kit'], austin)
  const staff = buyer.another()
  await staff.signIn('bench', { name: 'B. Sample' })
  await staff.open('/staff/shipping/pick-list')
  expect(staff.parts('cell', /Strip Loader/)).not.toEqual([])
  await staff.open('/staff/shipping')
  staff.fill({ [`Select ${orderId}`]: true }, staff.part('table'))
  await staff.press('Pack selected')
  expect(staff.text).toContain('1 done')
  await staff.follow(/^Packed/)
  expect(staff.parts('link', orderId)).not.toEqual([])
})
