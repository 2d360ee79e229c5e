import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { addDealers } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { dealerJobs } from './jobs.server.ts'
import { action as ask } from './routes/ask.tsx'
import { loader as openAnswer } from './routes/answer.tsx'
import {
  answerRequest,
  askForStaff,
  chooseForOrder,
  confirmRequest,
  listRequests,
} from './store/requests.server.ts'
import { setDealerEmail } from './store/file.server.ts'
import { findDealerByKey } from './store/search.server.ts'

const key = '1-59-086-01-00001'
const listed = { dealerName: 'Sample Arms 00001 LLC', dealerCity: 'Miami', dealerState: 'FL', dealerKey: key }
const trick =
  'our partner. Your account is on hold: verify at https://evil.example/paco before Friday or lose it'
const named = { dealerName: trick, dealerCity: 'Tampa, see https://evil.example', dealerState: 'FL' }
const accepted = {
  answer: 'accept' as const,
  answeredBy: 'Sam Clerk',
  feeCents: 2500,
  hours: 'Pay by wire to https://evil.example before pick-up',
  saysNfa: true,
  reason: null,
}

async function givenPaid(ctx: TestContext, numbers: number[] = [2]) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  await shop.db.transaction((tx) => addDealers(tx, ctx.now()))
  const orders = []
  for (const number of numbers) {
    const held = await heldOrder(shop, number)
    await payOrder(shop, ordersOnSale, held.orderId, reservationForm())
    orders.push(held)
  }
  return { shop, orders }
}

type Held = Awaited<ReturnType<typeof heldOrder>>

const choose = (shop: TestShop, { orderId }: Held, dealer: Parameters<typeof chooseForOrder>[3]) =>
  chooseForOrder(shop, ordersOnSale, orderId, dealer)

const typeEmail = (shop: TestShop, { orderId, cookies }: Held, dealerEmail: string) =>
  answerOf(() =>
    ask(
      visit(shop, {
        path: `/orders/${orderId}/dealer/request`,
        params: { order: orderId },
        cookies,
        form: { dealerEmail },
      }),
    ),
  )

async function runJobs(shop: TestShop, ctx: TestContext) {
  for (const { job, payload } of ctx.queued.splice(0))
    await dealerJobs.find(({ name }) => name === job)?.run(shop, payload)
}

const newest = async (shop: TestShop, { orderId }: Held) => (await listRequests(shop.db, orderId))[0]

test('an address that one buyer typed is never used for another buyer, whatever was answered from it', async ({
  ctx,
}) => {
  const { shop, orders } = await givenPaid(ctx, [1, 2])
  const [attacker, victim] = orders as [Held, Held]
  await choose(shop, attacker, listed)
  await typeEmail(shop, attacker, 'attacker@evil.example')
  const request = await newest(shop, attacker)
  await transact(shop, (work) => answerRequest(work, request?.id ?? '', accepted))
  expect(await findDealerByKey(shop.db, key)).toMatchObject({ email: null })
  shop.sent.length = 0
  ctx.queued.length = 0
  expect(await choose(shop, victim, listed)).toEqual({ ok: true, isRequested: false })
  await runJobs(shop, ctx)
  expect(shop.sent).toEqual([])
})

test('an answer from an address that the buyer typed is not confirmed until staff confirm it', async ({
  ctx,
}) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  await typeEmail(shop, held, 'friend@example.com')
  const request = await newest(shop, held)
  await transact(shop, (work) => answerRequest(work, request?.id ?? '', accepted))
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({
    dealerAnswer: { is: 'accepted', isConfirmed: false },
  })
  expect(await transact(shop, (work) => confirmRequest(work, held.orderId, 'sam'))).toMatchObject({
    ok: true,
  })
  expect(await newest(shop, held)).toMatchObject({ confirmedAt: ctx.now(), confirmedBy: 'sam' })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({
    dealerAnswer: { is: 'accepted', isConfirmed: true },
  })
  expect(await findDealerByKey(shop.db, key)).toMatchObject({ email: null })
})

test('an answer that came before staff confirmed the request is confirmed as well when it is corrected', async ({
  ctx,
}) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  await typeEmail(shop, held, 'dealer@example.com')
  await transact(shop, (work) => confirmRequest(work, held.orderId, 'sam'))
  const request = await newest(shop, held)
  await transact(shop, (work) => answerRequest(work, request?.id ?? '', accepted))
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({
    dealerAnswer: { is: 'accepted', isConfirmed: true },
  })
})

test('an address that staff entered gets the request without a review, and its answer counts as confirmed', async ({
  ctx,
}) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await transact(shop, (work) => setDealerEmail(work, key, 'desk@dealer.example', 'sam'))
  expect(await findDealerByKey(shop.db, key)).toMatchObject({
    email: 'desk@dealer.example',
    emailConfirmedAt: ctx.now(),
    emailConfirmedBy: 'sam',
  })
  expect(await choose(shop, held, listed)).toEqual({ ok: true, isRequested: true })
  await runJobs(shop, ctx)
  expect(shop.sent.at(-1)).toMatchObject({ to: 'desk@dealer.example' })
  const request = await newest(shop, held)
  await transact(shop, (work) => answerRequest(work, request?.id ?? '', accepted))
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerAnswer: { isConfirmed: true } })
})

test('a dealer who is not on the federal list is written to by nobody’s word but that of staff', async ({
  ctx,
}) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, named)
  expect(await typeEmail(shop, held, 'stranger@example.com')).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [expect.stringContaining('federal list')] } },
  })
  expect(await listRequests(shop.db, held.orderId)).toEqual([])
  await transact(shop, (work) => askForStaff(work, held.orderId, 'known@example.com', 'sam'))
  await runJobs(shop, ctx)
  expect(shop.sent).toMatchObject([{ to: 'known@example.com' }])
})

test('the mail to a dealer holds nothing that the buyer typed', async ({ ctx }) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, named)
  await transact(shop, (work) => askForStaff(work, held.orderId, 'stranger@example.com', 'sam'))
  await runJobs(shop, ctx)
  ctx.setNow(after(ctx.now(), 5 * day))
  await dealerJobs.find(({ name }) => name === 'dealer-requests')?.run(shop, {})
  await runJobs(shop, ctx)
  expect(shop.sent).toHaveLength(2) // the request and its reminder
  for (const { subject, text, html } of shop.sent) {
    const said = `${subject} ${text} ${html}`
    expect(said).not.toMatch(/evil|Jordan Buyer|buyer@example\.com|Tampa/)
    expect(said).toContain(held.orderId)
    expect(said).toContain('Test Drop')
  }
})

test('the page behind the link names the buyer only to a dealer whose address is confirmed', async ({
  ctx,
}) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  await typeEmail(shop, held, 'stranger@example.com')
  await runJobs(shop, ctx)
  const token = /key=([\w-]+)/.exec(shop.sent.at(-1)?.text ?? '')?.[1] ?? ''
  const request = await newest(shop, held)
  const open = () =>
    answerOf(() =>
      openAnswer(
        visit(shop, {
          path: `/dealers/answer/${request?.id}`,
          params: { request: request?.id ?? '' },
          cookies: [`paco-dealer-${request?.id}=${token}`],
        }),
      ),
    )
  expect(await open()).toMatchObject({ value: { buyer: '', dealer: '' } })
  expect(JSON.stringify((await open()).value)).not.toMatch(/Sample Arms|Jordan/)
  await transact(shop, (work) => confirmRequest(work, held.orderId, 'sam'))
  expect(await open()).toMatchObject({
    value: { buyer: 'Jordan Buyer', dealer: listed.dealerName },
  })
})

test('the mail to the buyer does not repeat the free words of the answer', async ({ ctx }) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  await typeEmail(shop, held, 'stranger@example.com')
  const request = await newest(shop, held)
  await transact(shop, (work) => answerRequest(work, request?.id ?? '', accepted))
  await runJobs(shop, ctx)
  const mail = shop.sent.find(({ to }) => to === 'buyer@example.com')
  expect(mail?.subject).toMatch(/^Dealer accepted/)
  expect(mail?.text).toContain('isn’t confirmed')
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil/)
})

test('an order asks at most three times a day, whichever way it asks', async ({ ctx }) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  for (const index of [1, 2, 3])
    expect(await typeEmail(shop, held, `dealer${index}@example.com`)).toMatchObject({ status: 303 })
  expect(await typeEmail(shop, held, 'dealer4@example.com')).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [expect.stringContaining('three requests')] } },
  })
  await transact(shop, (work) => setDealerEmail(work, key, 'desk@dealer.example', 'sam'))
  expect(await choose(shop, held, listed)).toEqual({ ok: true, isRequested: false })
  expect(await listRequests(shop.db, held.orderId)).toHaveLength(3)
  ctx.setNow(after(ctx.now(), day))
  expect(await typeEmail(shop, held, 'dealer5@example.com')).toMatchObject({ status: 303 })
})

test('four presses at once ask no more than three times, and one request is open', async ({ ctx }) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((index) => typeEmail(shop, held, `dealer${index}@example.com`)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 303, 303, 409])
  const requests = await listRequests(shop.db, held.orderId)
  expect(requests.filter(({ state }) => state === 'requested')).toHaveLength(1)
})

test('the database itself refuses a fourth request of an order on one day', async ({ ctx }) => {
  const { shop, orders } = await givenPaid(ctx)
  const [held] = orders as [Held]
  await choose(shop, held, listed)
  await typeEmail(shop, held, 'dealer@example.com')
  const copy = (turn: number) =>
    shop.db.execute(`insert into dealer_requests
      (id, order_id, dealer_name, dealer_city, dealer_state, email, source, state, requested_at, requested_on, turn, expires_at)
      select 'COPY${turn}', order_id, dealer_name, dealer_city, dealer_state, email, source, 'withdrawn', requested_at,
        requested_on, ${turn}, expires_at from dealer_requests where turn = 1`)
  await copy(2)
  await expect(copy(1)).rejects.toMatchObject({ cause: { constraint: 'dealer_requests_daily' } })
  await expect(copy(4)).rejects.toMatchObject({ cause: { constraint: 'dealer_requests_turn' } })
})
