import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('the three windows are compared, and each is joined by a form', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/small-batch')
  expect(reader.heading).toBe('Small-Batch')
  for (const words of ['15-unit window', '10-unit window', '8-unit window']) reader.page.getAllByText(words)
  const main = reader.part('main')
  const [first] = reader.parts('link', 'Guerrilla', main)
  await reader.open(first?.getAttribute('href') ?? '')
  expect(reader.path).toBe('/small-batch/guerrilla')
  expect(reader.text).toContain('6 of 15 slots left')
  expect(reader.parts('listitem', undefined, reader.part('list', 'Slots'))).toHaveLength(15)

  await reader.open('/small-batch/cyber')
  await reader.follow(/^Join Build Window ?: Cyber$/)
  expect(reader.path).toBe('/subscriptions?topic=build-window%3Acyber')
  reader.fill({ Name: 'Robin Example', Email: 'window@example.com' }, reader.part('main'))
  await reader.press('Join the Waitlist', reader.part('main'))
  await reader.mail('window@example.com', /^Confirm your address: Cyber/)
})

test('an open slot is held by its form, refused to others meanwhile, and released again', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/small-batch/guerrilla')
  await buyer.follow(/^13\b.*reserve it/)
  expect(buyer.heading).toBe('Slot 13')
  expect(buyer.text).toContain('$100 refundable deposit now')
  await buyer.press('Hold Slot 13')
  expect(buyer.path).toMatch(/^\/checkout\//)
  expect(buyer.text).toContain('Guerrilla, slot 13 of 15')

  const other = buyer.another()
  await other.open('/small-batch/guerrilla/reserve?slot=13')
  expect(other.alerts.join()).toContain('Someone got there first')
  buyer.wait(5 * second) // the page is kept for a while
  await other.open('/small-batch/guerrilla')
  expect(other.parts('listitem').map(textOf)).not.toContain('13, open, reserve it')

  await buyer.press('Release this slot')
  expect(buyer.heading).toBe('You released the build slot')
  buyer.wait(5 * second)
  await other.open('/small-batch/guerrilla')
  other.part('link', /^13\b.*reserve it/)
})
