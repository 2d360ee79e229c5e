import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { addDealers } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { stagesUpTo } from '#test/world.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { chooseForOrder } from '../store/requests.server.ts'
import { dealers } from '../tables.ts'
import { choiceRefusalWords } from '../rules.ts'
import { loader as openAsk } from './ask.tsx'
import { action, loader } from './choose.tsx'

type Held = Awaited<ReturnType<typeof heldOrder>>

async function paid(ctx: TestContext, drop: Parameters<typeof givenDrop>[1] = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, drop)
  await shop.db.transaction((tx) => addDealers(tx, ctx.now()))
  const held = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, held.orderId, reservationForm())
  const pick = async (state: string) => {
    const [dealer] = await shop.db.select().from(dealers).where(eq(dealers.state, state)).limit(1)
    if (!dealer) throw new Error(`No sample dealer in ${state}`)
    return dealer
  }
  return { shop, held, pick }
}

const at = ({ orderId, cookies }: Held) => ({
  path: `/orders/${orderId}/dealer`,
  params: { order: orderId },
  cookies,
})
const open = (shop: TestShop, held: Held) => answerOf(() => loader(visit(shop, at(held))))
const send = (shop: TestShop, held: Held, form: Record<string, string>) =>
  answerOf(() => action(visit(shop, { ...at(held), form })))

async function move(shop: TestShop, held: Held, ...to: Stage[]) {
  for (const stage of to) await transact(shop, (work) => moveStage(work, ordersOnSale, held.orderId, stage))
}

test('a dealer is chosen after payment, and another one until the form is filed', async ({ ctx }) => {
  const { shop, held, pick } = await paid(ctx)
  const [first, second] = [await pick('FL'), await pick('TX')]
  expect(await send(shop, held, { listed: first.code })).toMatchObject({
    status: 303,
    location: `/orders/${held.orderId}/dealer/request`,
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerKey: first.key })
  const events = await listEvents(shop.db, held.orderId)
  expect(events.at(-1)?.kind).toBe('dealer')
  expect(JSON.stringify(events)).not.toContain(first.name)
  await move(shop, held, ...stagesUpTo('built'))
  expect(await send(shop, held, { listed: second.code })).toMatchObject({ status: 303 })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerKey: second.key, dealerState: 'TX' })
  await move(shop, held, 'form3_filed')
  expect(await send(shop, held, { listed: first.code })).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [choiceRefusalWords.form_filed] } },
  })
  expect(await open(shop, held)).toMatchObject({ location: `/orders/${held.orderId}` })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerKey: second.key })
})

test('a state whose rules refuse it, or a dealer who is not on the list, is refused in words, and nothing changes', async ({
  ctx,
}) => {
  const { shop, held, pick } = await paid(ctx)
  const elsewhere = await pick('TX')
  await shop.db.update(dealers).set({ state: 'CA' }).where(eq(dealers.key, elsewhere.key))
  const answer = await send(shop, held, { listed: elsewhere.code })
  expect(answer).toMatchObject({ status: 409 })
  expect(JSON.stringify(answer.value)).toContain('California')
  for (const listed of ['', 'x'.repeat(22)])
    expect(await send(shop, held, { listed })).toMatchObject({
      status: 409,
      value: { fieldErrors: { form: [choiceRefusalWords.unlisted] } },
    })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerName: null })
})

test('a dealer whom the buyer named in the checkout has to be found on the list', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
  await chooseForOrder(shop, ordersOnSale, held.orderId, named)
  expect(await open(shop, held)).toMatchObject({ value: { named: 'Corner Arms' } })
  expect(await answerOf(() => openAsk(visit(shop, at(held))))).toMatchObject({
    location: `/orders/${held.orderId}/dealer`,
  })
})

test('the order of somebody else cannot be given a dealer', async ({ ctx }) => {
  const { shop, held, pick } = await paid(ctx)
  const { code: listed } = await pick('FL')
  expect(await send(shop, { ...held, cookies: [] }, { listed })).toMatchObject({ status: 404 })
})

test('a handgun goes to a dealer in the buyer’s state, and a choice elsewhere is refused', async ({
  ctx,
}) => {
  const { shop, held, pick } = await paid(ctx, { itemClass: 'handgun' })
  expect(await open(shop, held)).toMatchObject({ value: { onlyIn: 'Florida', kind: 'plain' } })
  expect(await send(shop, held, { listed: (await pick('TX')).code })).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [expect.stringContaining('the state you live in, Florida')] } },
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerName: null })
  expect(await send(shop, held, { listed: (await pick('FL')).code })).toMatchObject({ status: 303 })
})

test('a short-barreled rifle may go to a dealer in another state', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  expect(await open(shop, held)).toMatchObject({ value: { onlyIn: '', kind: 'nfa' } })
})
