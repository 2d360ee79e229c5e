import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { stagesUpTo } from '#test/world.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { choiceRefusalWords } from '../words.ts'
import { action, loader } from './choose.tsx'

type Held = Awaited<ReturnType<typeof heldOrder>>

const dealer = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }

async function paid(ctx: TestContext, drop: Parameters<typeof givenDrop>[1] = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, drop)
  const held = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, held.orderId, reservationForm())
  return { shop, held }
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

test('a dealer is named after payment, and another one until the form is filed', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  expect(await send(shop, held, dealer)).toMatchObject({
    status: 303,
    location: `/orders/${held.orderId}/dealer/request`,
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject(dealer)
  await move(shop, held, ...stagesUpTo('built'))
  const other = { dealerName: 'Second Range', dealerCity: 'Austin', dealerState: 'tx' }
  expect(await send(shop, held, other)).toMatchObject({ status: 303 })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ ...other, dealerState: 'TX' })
  await move(shop, held, 'form3_filed')
  expect(await send(shop, held, dealer)).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [choiceRefusalWords.form_filed] }, given: dealer },
  })
  expect(await open(shop, held)).toMatchObject({ location: `/orders/${held.orderId}` })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerName: 'Second Range' })
})

test('the history says that a dealer was chosen, without the name', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  await send(shop, held, dealer)
  const events = await listEvents(shop.db, held.orderId)
  expect(events.at(-1)?.kind).toBe('dealer')
  expect(JSON.stringify(events)).not.toContain('Corner')
})

test('a state whose rules refuse it says so beside the field, and nothing changes', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  const answer = await send(shop, held, { ...dealer, dealerState: 'CA' })
  expect(answer).toMatchObject({ status: 409, value: { given: { dealerName: 'Corner Arms' } } })
  expect(JSON.stringify(answer.value)).toContain('California')
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerName: null })
})

test('an empty form says what is missing, field by field', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  expect(await send(shop, held, { dealerName: ' ', dealerCity: '', dealerState: '' })).toMatchObject({
    status: 422,
    value: {
      fieldErrors: {
        dealerName: ['Enter the dealer’s name'],
        dealerCity: ['Enter the dealer’s city'],
        dealerState: ['Choose the dealer’s state'],
      },
    },
  })
})

test('the order of somebody else cannot be given a dealer', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  expect(await send(shop, { ...held, cookies: [] }, dealer)).toMatchObject({ status: 404 })
})

test('a handgun goes to a dealer in the buyer’s state: the page says so of every other, and a choice there is refused', async ({
  ctx,
}) => {
  const { shop, held } = await paid(ctx, { itemClass: 'handgun' })
  const { value } = await open(shop, held)
  expect(value).toMatchObject({ onlyIn: 'Florida', kind: 'plain' })
  const { notices } = value as { notices: Record<string, { outcome: string; text: string }> }
  expect(notices.TX).toMatchObject({ outcome: 'refused', text: expect.stringContaining('922(b)(3)') })
  expect(notices.FL).toBeUndefined()
  expect(await send(shop, held, { ...dealer, dealerState: 'TX' })).toMatchObject({
    status: 409,
    value: { fieldErrors: { dealerState: [expect.stringContaining('the state you live in, Florida')] } },
  })
  expect(await findOrder(shop.db, held.orderId)).toMatchObject({ dealerName: null })
  expect(await send(shop, held, dealer)).toMatchObject({ status: 303 })
})

test('a short-barreled rifle may go to a dealer in another state', async ({ ctx }) => {
  const { shop, held } = await paid(ctx)
  expect(await open(shop, held)).toMatchObject({ value: { onlyIn: '', kind: 'nfa', notices: { CA: {} } } })
})
