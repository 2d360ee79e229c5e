import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { addDealers } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenPhotoShop } from '#test/photos.ts'
import { answerOf, heldOrder, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { answerRefusalWords, maxUploads, uploadRefusalWords } from '../rules.ts'
import { askDealer, chooseForOrder, dealerToken, findRequest } from '../store/requests.server.ts'
import { listUploads } from '../store/file.server.ts'
import { action, loader } from './answer.tsx'
import { action as ask, loader as openAsk } from './ask.tsx'

const dataDir = mkdtempSync(join(tmpdir(), 'paco-answers-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const yes = { answer: 'accept', answeredBy: 'Sam Clerk', fee: '$25', hours: 'Tue to Sat 10 to 6', nfa: 'yes' }

async function requested(ctx: TestContext) {
  const shop = givenPhotoShop(ctx, dataDir)
  await givenDrop(shop.db)
  const held = await heldOrder(shop)
  const { orderId } = held
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  const order = await findOrder(shop.db, orderId)
  const done =
    order &&
    (await transact(shop, (work) =>
      askDealer(work, order, { email: 'dealer@example.com', source: 'staff', by: 'sam' }),
    ))
  if (!done?.ok) throw new Error('No dealer got a request')
  const token = dealerToken({ sign: ctx.sign, now: ctx.now() }, done.id)
  const cookies = [`paco-dealer-${done.id}=${token}`]
  const at = { path: `/dealers/answer/${done.id}`, params: { request: done.id } }
  const open = (more: { path?: string; cookies?: string[] } = { cookies }) =>
    answerOf(() => loader(visit(shop, { ...at, ...more })))
  const send = (form: Record<string, string>, file?: Uint8Array<ArrayBuffer>, keys = cookies) => {
    const seen = visit(shop, { ...at, cookies: keys })
    const body = new FormData()
    for (const [name, value] of Object.entries(form)) body.set(name, value)
    if (file) body.set('license', new File([file], 'license.pdf'))
    const request = new Request(seen.url, { method: 'POST', body, headers: { Cookie: keys.join('; ') } })
    return answerOf(() => action({ ...seen, request }))
  }
  return { shop, held, requestId: done.id, token, at, open, send }
}

const pdf = await scannedLicense()

test('the private link is exchanged for a cookie, and the page shows what the dealer has to know', async ({
  ctx,
}) => {
  const { open, requestId, token } = await requested(ctx)
  expect(await open({ path: `/dealers/answer/${requestId}?key=${token}` })).toMatchObject({
    status: 302,
    location: `/dealers/answer/${requestId}`,
  })
  expect(await open()).toMatchObject({
    value: {
      dealer: 'Corner Arms',
      buyer: 'Jordan Buyer',
      firearms: [{ itemClass: 'sbr', isNfa: true, model: 'Test Drop' }],
      over: '',
      answered: null,
      uploadCount: 0,
    },
  })
})

test('without the link there is nothing, and a wrong one counts as a guess', async ({ ctx }) => {
  const { shop, open, send, requestId } = await requested(ctx)
  expect(await open({})).toMatchObject({ status: 404 })
  expect(await open({ path: `/dealers/answer/${requestId}?key=guess` })).toMatchObject({ status: 404 })
  expect(shop.counted).toContain('privateLinkMiss 192.0.2.1')
  expect(await send(yes, undefined, [])).toMatchObject({ status: 404 })
})

test('the right link opens, whatever others guessed from the same network', async ({ ctx }) => {
  const { shop, open, requestId, token } = await requested(ctx)
  shop.refusing.add('privateLinkMiss')
  expect(await open({ path: `/dealers/answer/${requestId}?key=guess` })).toMatchObject({ status: 429 })
  expect(await open({ path: `/dealers/answer/${requestId}?key=${token}` })).toMatchObject({ status: 302 })
  expect(await open()).toMatchObject({ status: 200 })
})

test('a yes with a license copy is stored for the operator; the buyer never sees the copy', async ({
  ctx,
}) => {
  const { shop, held, open, send, requestId } = await requested(ctx)
  expect(await send(yes, pdf)).toMatchObject({ status: 303, location: `/dealers/answer/${requestId}` })
  expect(await listUploads(shop.db, [requestId])).toMatchObject([{ type: 'application/pdf' }])
  expect(await open()).toMatchObject({ value: { answered: 'accepted', uploadCount: 1 } })
  const order = await findOrder(shop.db, held.orderId)
  expect(order?.dealerAnswer).toMatchObject({ is: 'accepted', feeCents: 2_500 })
  expect(JSON.stringify(order)).not.toMatch(/\.pdf|nfa/i)
})

test('a copy that cannot be stored is refused beside its field, and no answer is recorded', async ({
  ctx,
}) => {
  const { shop, held, send } = await requested(ctx)
  expect(await send(yes, Uint8Array.from(Buffer.from('MZ no picture')))).toMatchObject({
    status: 422,
    value: {
      fieldErrors: { license: [uploadRefusalWords.wrong_type] },
      given: { hours: 'Tue to Sat 10 to 6' },
    },
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerAnswer: { is: 'requested' } })
})

test('copies that cannot be read are counted, and after several no other is read for a while', async ({
  ctx,
}) => {
  const { shop, held, send } = await requested(ctx)
  expect(await send(yes, pdf.slice(0, 300))).toMatchObject({ status: 422 })
  expect(shop.counted.filter((each) => each.startsWith('unreadableFile'))).toHaveLength(1)
  shop.refusing.add('unreadableFile')
  expect(await send(yes, pdf)).toMatchObject({
    status: 429,
    value: { fieldErrors: { license: [expect.any(String)] }, given: { hours: 'Tue to Sat 10 to 6' } },
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerAnswer: { is: 'requested' } })
})

test('each missing field has its error, and a fee has to be an amount', async ({ ctx }) => {
  const { send } = await requested(ctx)
  expect(await send({})).toMatchObject({
    status: 422,
    value: { fieldErrors: { answer: ['Choose yes or no'] } },
  })
  expect(await send({ ...yes, fee: 'a lot', hours: '' })).toMatchObject({
    value: {
      fieldErrors: {
        fee: ['Enter the fee in dollars, like 25 or 25.50'],
        hours: ['Say when you are open'],
      },
    },
  })
})

test('after a no there is nothing more to answer, and no copy is left behind', async ({ ctx }) => {
  const { send } = await requested(ctx)
  await send({ answer: 'decline', answeredBy: 'Sam Clerk', reason: 'Closed in winter' })
  const stored = () => readdirSync(join(dataDir, 'files', 'private'), { recursive: true })
  const before = stored()
  expect(await send(yes, pdf)).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [answerRefusalWords.declined] } },
  })
  expect(stored()).toEqual(before)
})

test('the buyer sends a request to the chosen dealer, whose address is checked first', async ({ ctx }) => {
  const { shop, held } = await requested(ctx)
  await shop.db.transaction((tx) => addDealers(tx, ctx.now()))
  await shop.db.update(orders).set({ dealerKey: '1-59-086-01-00001' })
  const at = {
    path: `/orders/${held.orderId}/dealer/request`,
    params: { order: held.orderId },
    cookies: held.cookies,
  }
  expect(await answerOf(() => openAsk(visit(shop, at)))).toMatchObject({
    value: { hasEarlierRequest: true, dealer: { name: 'Corner Arms', street: '1 Sample Street' } },
  })
  const send = (dealerEmail: string) => answerOf(() => ask(visit(shop, { ...at, form: { dealerEmail } })))
  expect(await send('nowhere')).toMatchObject({ status: 422 })
  expect(await send('Other@Example.com')).toMatchObject({ status: 303, location: `/orders/${held.orderId}` })
  expect(shop.counted).toContain('mailTo other@example.com')
  shop.refusing.add('mailTo')
  expect(await send('other@example.com')).toMatchObject({ status: 429 })
})

test('answers at one moment store no more copies than answers in turn, and none stands without its copy', async ({
  ctx,
}) => {
  const { shop, requestId, send } = await requested(ctx)
  const answer = (at: number) => send({ ...yes, answeredBy: `Clerk ${at}` }, pdf)
  const answers = []
  for (let at = 0; at < maxUploads + 2; at += 2)
    answers.push(...(await Promise.all([answer(at), answer(at + 1)])))
  const refused = { status: 409, value: { fieldErrors: { license: [uploadRefusalWords.too_many] } } }
  expect(answers.filter(({ status }) => status !== 303)).toEqual(
    Array.from({ length: answers.length - maxUploads }, (): unknown =>
      expect.objectContaining({ status: 409 }),
    ),
  )
  expect(answers.at(-1)).toMatchObject(refused)
  expect(await listUploads(shop.db, [requestId])).toHaveLength(maxUploads)
  const last = (await findRequest(shop.db, requestId))?.answeredBy
  expect(answers[Number(last?.split(' ')[1])]).toMatchObject({ status: 303 })
})
