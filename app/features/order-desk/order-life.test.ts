import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { reserve } from '#test/buyer-steps.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

test('a reservation goes from its deposit to the pick-up, through both forms and every gate', {
  timeout: 120_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId, email } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const { staff, open, perform, move, row } = await givenSheet(buyer, orderId)

  await open('move_stage')
  await staff.press('Move and email')
  expect(staff.status).toBe(409)
  expect(staff.text).toContain('The buyer has not accepted the final price and terms.')

  await perform('send_agreement', 'Send to the buyer', {
    'What is built': 'Night, 14.5 in',
    'What the price includes': 'Case and two magazines',
    'Final price in dollars, without sales tax': '2499',
  })
  expect((await staff.mail(email, /^Your final price/)).text).toContain('$2,499')
  await buyer.open(`/orders/${orderId}/agreement/0`)
  expect(buyer.parts('link', '/contact')).not.toEqual([])
  buyer.fill({ 'I will, as an individual': true })
  buyer.fillOne(/^I accept the final price of \$2,499/, true)
  await buyer.press('Accept')
  await staff.mail(email, /^Price agreed/)

  await perform('set_dealer', 'Set dealer', { 'License number on the federal list': '1-59-086-01-9A-00001' })
  expect(staff.text).toContain('Sample Arms 00001 LLC')
  await open('request_balance')
  staff.fillOne(/^Dealer’s county/, 'Miami-Dade')
  await staff.press('Ask for the balance')
  await staff.mail(email, /^Balance due/)
  expect(row(/Balance, with its tax/)).toContain('2,573.93')
  await perform('record_balance', 'Record payment', { 'Number of the check or transfer': '1042' })
  await staff.mail(email, /^Balance paid/)
  await staff.open(`/staff/orders/${orderId}`)
  expect(row(/Held today/)).toContain('2,673.93')

  for (const stage of ['In build', 'Built']) await move(stage)
  await open('move_stage')
  await staff.press('Move and email')
  expect(staff.status).toBe(409)
  // The answer itself: the sheet names the gates before the press, too.
  expect(staff.alerts.join(' ')).toMatch(/No dealer that we confirmed/)
  await completeFile(staff, '1-59-086-01-00001')
  await perform('record_dealer_answer', 'Record the answer', {
    'Who you spoke to': 'Sam Clerk',
    'Their fee in dollars, if yes; 0 for none': '75',
    'Their hours, if yes': 'Weekdays',
  })
  await staff.mail(email, /^Dealer accepted/)
  for (const stage of ['Form 3 filed', 'Form 3 approved', 'Shipped', 'At dealer']) await move(stage)
  expect((await staff.mail(email, /^Shipped/)).text).toContain('1Z999AA10123456784')
  for (const stage of ['Form 4 filed', 'Form 4 approved', 'Picked up']) await move(stage)
  await staff.mail(email, /^Picked up/)
})

test('a declined review goes back in full, and the number is open again', { timeout: 60_000 }, async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId, email } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const { staff, perform, row } = await givenSheet(buyer, orderId)
  await perform('correct_buyer', 'Save correction', { 'State of residence': 'MD' })
  await staff.mail(email, /^Your order is in review/)
  await staff.open('/staff')
  expect(staff.parts('heading', 'To decide')).toHaveLength(1)
  const reason = 'The permit that Maryland asks for is missing.'
  await staff.open(`/staff/orders/${orderId}?do=decline`)
  staff.fillOne(/^Why, in the words/, reason)
  await staff.press('Decline and refund')
  await staff.workOff()
  await staff.mail(email, /refunded/)
  await staff.open(`/staff/orders/${orderId}`)
  for (const words of ['Refund to the card', reason]) expect(staff.text).toContain(words)
  expect(row(/Held today/)).toMatch(/[^\d,]0\.00$/)
  await buyer.open('/drops/guerrilla-vol-1/reserve?number=7')
  expect(buyer.parts('button', /^Hold № 7\b/)).toHaveLength(1)
})

test('a dealer who withdraws leaves the order open, and an agreed end gives half of the deposit back', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId, email } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const { staff, open, perform, row } = await givenSheet(buyer, orderId)
  await perform('set_dealer', 'Set dealer', { 'License number on the federal list': '1-59-086-01-9A-00001' })
  await perform('withdraw_dealer', 'Record it', { 'Why, for staff': 'Closes at the end of the month' })
  expect(staff.text).toContain('No dealer is chosen.')
  await staff.mail(email, /^Your dealer can’t receive it/)
  await perform('set_dealer', 'Set dealer', { 'License number on the federal list': '1-59-086-01-9A-00002' })
  expect(staff.text).toContain('Sample Range 00002 LLC')

  await open('close')
  staff.fillOne(/^Why it ends/, 'Buyer changed their mind: the deposit as agreed')
  staff.fillOne(/^Deposit that goes back/, '50')
  staff.fillOne(/^What the buyer reads/, 'As we agreed on the phone, half of it goes back.')
  await staff.press('End it')
  await staff.workOff()
  await staff.mail(email, /\$50/)
  await staff.open(`/staff/orders/${orderId}`)
  expect(row(/Held today/)).toMatch(/[^\d,]50\.00$/)
})

async function givenSheet(buyer: Visitor, orderId: string) {
  const staff = buyer.another()
  await staff.signIn('manager', { name: 'M. Sample' })
  const sheet = `/staff/orders/${orderId}`
  const open = (verb: string) => {
    staff.wait(second) // two moves of one moment would be one to the mails
    return staff.open(`${sheet}?do=${verb}`)
  }
  const perform = async (verb: string, button: string, fields: Record<string, string>) => {
    await open(verb)
    staff.fill(fields)
    await staff.press(button)
    expect([verb, staff.path, staff.alerts]).toEqual([verb, expect.not.stringContaining('?do='), []])
  }
  const move = async (stage: string) => {
    const shipment = stage === 'Shipped' && { Carrier: 'UPS', 'Tracking number': '1Z999AA10123456784' }
    await perform('move_stage', 'Move and email', { To: stage, ...shipment })
    expect(textOf(staff.document.querySelector('.con-track [aria-current=step]'))).toContain(stage)
  }
  return { staff, open, perform, move, row: (name: RegExp) => textOf(staff.part('row', name)) }
}

async function completeFile(staff: Visitor, key: string) {
  await staff.open(`/staff/dealers/${key}`)
  expect(textOf(staff.page.getByLabelText('Missing for an NFA item today'))).toContain('license copy')
  staff.fill({
    'Last day of the license': '2028-01-01',
    'Day of the eZ Check': '2026-11-20',
    'Special tax (SOT)': 'Class 3, dealer',
    'Until June 30 of': '2027',
    'Copy of the stamp seen on': '2026-11-20',
  })
  await staff.press('Save the file')
  expect(staff.text).toContain('Complete')
}
