import { expect } from 'vitest'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { day, hour } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { hold } from '#test/buyer-steps.ts'
import { linkIn, visitor } from '#test/visitor.ts'

const payTo = 'By wire to the account printed on the invoice, with the order code as its reference.'

test('a buyer confirms the email from any browser, gets the invoice, and the number is held until it is due', async ({
  ctx,
}) => {
  const { db, now } = ctx
  const gateway = createManualGateway({ db, now, payTo, dueDays: 7, holdHours: 24 })
  const buyer = await visitor(ctx, { sample: true, change: (shop) => ({ ...shop, gateway }) })
  const order = await hold(buyer, 'guerrilla-vol-1', 7)
  const email = 'buyer@example.com'
  buyer.fill({
    'Full name': 'Jordan Buyer',
    Email: email,
    'State you live in': 'FL',
    'Home ZIP code': '33139',
  })
  buyer.fillOne(/I am 21 or older/, true)
  await buyer.press(/invoice/i)
  expect(buyer.path).toBe('/confirm-email?sent=order')
  expect(buyer.text).toContain('your order')

  const elsewhere = buyer.another()
  await elsewhere.open(linkIn(await buyer.mail(email, /confirm/i), /\/confirm-email\?key=/))
  expect(elsewhere.path).toBe(`/checkout/${order}`)
  expect(elsewhere.field('Email').value).toBe(email)
  elsewhere.fillOne(/I am 21 or older/, true)
  await elsewhere.press(/invoice/i)
  expect(elsewhere.path).toBe(`/orders/${order}`)
  expect(elsewhere.text).toContain(payTo)
  expect((await buyer.mail(email, /invoice/i)).text).toContain(payTo)

  const offered = async () => {
    await elsewhere.open('/drops/guerrilla-vol-1/reserve?number=7')
    return elsewhere.parts('button', /^Hold № 7\b/).length
  }
  buyer.wait(hour)
  expect(await offered()).toBe(0)
  buyer.wait(day)
  expect(await offered()).toBe(1)
})
