import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { reserve } from '#test/buyer-steps.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('a reservation is on the board, its slip leads to the move, which names the gates, and its dealer’s file is filled in', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const staff = buyer.another()
  await staff.signIn('desk', { name: 'D. Sample' })
  await staff.open('/staff/transfers')
  const slip = staff
    .parts('link')
    .find((link) => link.getAttribute('href')?.startsWith(`/staff/transfers/${orderId}/0`))
  await staff.open(slip?.getAttribute('href') ?? '')
  await staff.open(staff.page.getByRole('link', { name: 'Move the stage' }).getAttribute('href') ?? '')
  expect(staff.text).toContain('The buyer has not accepted the final price and terms.')

  await staff.open('/staff/dealers?q=Tampa')
  await staff.follow(/Sample Arms 00016/, staff.part('table'))
  const missing = () => textOf(staff.page.queryByLabelText('Missing for an NFA item today'))
  expect(missing()).toContain('license copy')
  const copy = staff.part('form', 'Accept a license copy')
  staff.fillOne(/^Last day/, '2029-01-31', copy)
  await staff.press('Accept copy')
  expect(staff.text).toContain('Jan 31, 2029')
  expect(missing()).toContain('eZ Check')
  await staff.press('Record eZ Check')
  expect(missing()).not.toContain('eZ Check')
})
