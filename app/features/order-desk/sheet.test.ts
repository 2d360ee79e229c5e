import { eq } from 'drizzle-orm'
import { sheetEventWords } from './words.ts'
import { expect } from 'vitest'
import { orders } from '#app/features/orders/tables.ts'
import { transact } from '#app/db/db.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { saveDelivery } from '#app/features/checkout/store/hold.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { packParcel } from '#app/features/orders/store/parcels.server.ts'
import { publicCode, secretToken } from '#app/kit/ids.ts'
import { after, minute } from '#app/kit/clock.ts'
import { mailOutage } from '#app/mail/tables.ts'
import { toMiami, givenPaymentContext, ordersOnSale, reservationForm, holdLines } from '#test/shop.ts'
import { givenReference } from '#test/reference.ts'
import { givenPieces } from '#test/goods.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { givenShop, visit } from '#test/visit.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import { showSheet, findSheet } from './sheet.server.ts'
import { type OrderVerb, previewMails, verbNames } from './verbs.server.ts'

test('a verb shows the email that it would send, by its own rules, and changes nothing', async ({ ctx }) => {
  const { orderId, gates } = await givenReservation(ctx)
  await gates.balance.close()
  await ctx.db.update(orders).set({ dealerState: 'GA', dealerKey: null }).where(eq(orders.id, orderId))
  const record = await findSheet(ctx.db, orderId)
  if (!record) throw new Error('No sheet')
  const shop = givenShop(ctx)
  const member = { id: 'm', name: 'Sam Desk', email: 'sam@example.com', role: 'owner' as const }
  const sheet = showSheet(record, { member, mails: [], now: ctx.now(), timeZone: 'America/New_York' })
  const { context } = visit(shop, { path: `/staff/orders/${orderId}` })
  const desk = deskOf(context, member)
  const preview = (verb: OrderVerb, form: Record<string, string> = {}) =>
    previewMails(context, desk, sheet, verb, { key: secretToken(), ...form })
  const shown: Partial<Record<OrderVerb, string>> = {}
  for (const verb of verbNames) {
    const [mail] = (await preview(verb)).mails
    if (mail) shown[verb] = `${mail.to}: ${mail.subject.split(':')[0]}`
  }
  expect(shown).toEqual({
    ask_document: 'buyer@example.com: We need a document from you',
    decline: 'buyer@example.com: We can’t go ahead with your order',
    send_agreement: 'buyer@example.com: Your final price',
    move_stage: 'buyer@example.com: Price agreed',
    withdraw_dealer: 'buyer@example.com: Your dealer can’t receive it',
    refund: expect.stringContaining(' refunded'),
    send_link: expect.stringContaining('A new link to your order'),
  })
  const textOfMail = async (...sent: Parameters<typeof preview>) =>
    (await preview(...sent)).mails.map(({ text }) => text).join('')
  const asked = await textOfMail('ask_document', { note: 'Your permit', dueOn: '2026-12-24' })
  expect(asked).toMatch(/Your permit[\s\S]*Dec 24, 2026/)
  // The private link is the buyer's alone.
  expect(asked).toContain('(a private link)')
  expect(asked).not.toContain('key=')
  expect(await textOfMail('send_agreement', { price: '1,999', variant: 'Tan' })).toMatch(/Tan[\s\S]*\$1,999/)
  expect(await textOfMail('close', { exit: 'changed_mind', amount: '40' })).toContain('$40.00')
  expect(await textOfMail('refund', { scope: 'amount', dollars: '12.50' })).toContain('$12.50')
  expect(await preview('refund', { scope: 'amount', dollars: 'x' })).toMatchObject({
    mails: [],
    fieldErrors: { dollars: [expect.stringContaining('Enter an amount')] },
  })
  expect(await preview('approve')).toMatchObject({ fieldErrors: { form: [expect.any(String)] } })
  expect(await findSheet(ctx.db, orderId)).toEqual(record)
  expect(shop.sent).toEqual([])
  // While the mail server is away, a form is there without its mail.
  const pausedUntil = after(ctx.now(), minute)
  await ctx.db.insert(mailOutage).values({ id: 1, since: ctx.now(), pausedUntil, failures: 1 })
  expect(await preview('send_link')).toEqual({ mails: [], fieldErrors: {} })
})

test('the history of a reservation that went back says why', () => {
  const moved = { from: 'built', to: 'in_build', by: 'Sam Desk' }
  expect(sheetEventWords('stage', { ...moved, reason: 'The finish has a fault' })).toContain(
    'back because The finish has a fault',
  )
  expect(sheetEventWords('stage', moved)).not.toContain('because')
})

test('the sheet of a class has neither a dealer nor a firearm’s actions, and is named after the course', async ({
  ctx,
}) => {
  const { orderId } = await bookSeat(ctx, await givenSession(ctx.db))
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const page = await (await ask(`/staff/orders/${orderId}`, { headers: { Cookie: cookie } })).text()
  expect(page).toMatch(/<h1 class="con-h1">[^<]*Test Course<\/h1>/)
  for (const words of ['no dealer is chosen', 'Dealer file', 'Set the dealer', 'The state rules allow it'])
    expect([words, page.includes(words)]).toEqual([words, false])
})

test('the sheet of a class says when it is, and leads those who plan classes to its roster', async ({
  ctx,
}) => {
  const session = await givenSession(ctx.db)
  const { orderId } = await bookSeat(ctx, session)
  const { ask } = await givenSite(ctx)
  const sheetFor = async (role: 'owner' | 'bench') => {
    const { cookie } = await givenStaff(ctx, role)
    return (await ask(`/staff/orders/${orderId}`, { headers: { Cookie: cookie } })).text()
  }
  const page = await sheetFor('owner')
  const [, when] = page.match(new RegExp(`<a [^>]*href="/staff/classes/${session}"[^>]*>([^<]*)</a>`)) ?? []
  expect(when).toBe('Saturday, December 5, 9 AM to 5 PM EST')
  expect(page).toContain('Seat 1')
  const bench = await sheetFor('bench')
  expect(bench).toContain('Saturday, December 5, 9 AM to 5 PM EST')
  expect(bench).not.toContain(`/staff/classes/${session}`)
})

test('the sheet of an accessory has its parcels and the way to the packing slip, and nothing of a dealer', async ({
  ctx,
}) => {
  const { orderId } = await paidPieces(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const sheet = async () => (await ask(`/staff/orders/${orderId}`, { headers: { Cookie: cookie } })).text()
  const before = await sheet()
  expect(before).toMatch(/<h1 class="con-h1">[^<]*Piece<\/h1>/)
  for (const words of ['no dealer is chosen', 'Dealer file', 'Set the dealer'])
    expect([words, before.includes(words)]).toEqual([words, false])
  expect(before).toContain(`href="/staff/shipping/${orderId}"`)
  expect(before).toContain('Pack what is to be shipped.')
  expect(before).toMatch(/To pack<.*?2 × Piece/s)
  const packing = { id: publicCode(16), by: 'Sam' }
  const packed = await transact(ctx, (work) => packParcel(work, ordersOnSale, orderId, packing))
  expect(packed).toMatchObject({ ok: true })
  const later = await sheet()
  expect(later).toContain('Hand the parcel to its carrier.')
  expect(later).toContain('Parcel 1: Packed')
  expect(later).not.toContain('To pack<')
})

async function paidPieces(ctx: TestContext) {
  await givenReference(ctx.db)
  await givenPieces(ctx.db)
  const payments = givenPaymentContext(ctx)
  const lines = [{ kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 2 } }]
  const started = await holdLines(ctx, lines)
  const prices = await findPrices(payments)
  await transact(ctx, (work) => saveDelivery(work, ordersOnSale, started.orderId, toMiami, prices))
  const paid = await payOrder(payments, ordersOnSale, started.orderId, reservationForm())
  expect(paid).toMatchObject({ isPaid: true })
  return started
}
