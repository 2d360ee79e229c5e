import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { moreProofWords } from '#app/features/checkout/words.ts'
import { expect } from 'vitest'
import { after, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, holdLines } from '#test/shop.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { orders } from '#app/features/orders/tables.ts'
import Reserve, { action, loader } from './routes/reserve.tsx'
import { dropJobs } from './jobs.server.ts'
import { patch } from './store/patches.server.ts'
import { patches } from './tables.ts'
import { refusalWords } from './words.ts'

const slug = 'test-drop'

async function given(ctx: TestContext) {
  const shop = { ...givenShop(ctx), dataDir: mkdtempSync(join(tmpdir(), 'paco-codes-')) }
  const launchDate = after(ctx.now(), 20 * hour)
  const drop = await givenDrop(shop.db, { status: 'coming_soon', launchDate, name: 'Night Run' })
  const [made] = await shop.db
    .insert(patches)
    .values({ dropId: drop.id, name: 'Early', price: 3_500, availableQuantity: 9, grantsEarlyAccess: true })
    .returning()
  const lines = [{ kind: 'patch' as const, ref: { patch: made?.id, quantity: 1 } }]
  const started = await holdLines(ctx, lines)
  await shop.db.execute(patch.fulfill(sql`${started.orderId}`, sql`1`))
  await shop.db.update(orders).set({ buyerEmail: 'buyer@example.com' }).where(eq(orders.id, started.orderId))
  return { shop, orderId: started.orderId }
}

async function mailCodes(shop: TestShop, orderId: string) {
  const job = dropJobs(ordersOnSale).find(({ name }) => name === patch.paidJob)
  if (!job) throw new Error('Nothing mails the codes')
  await job.run(shop, job.payload.parse({ orderId }))
}

const press = (shop: TestShop, form: Record<string, string>) =>
  answerOf(() => action(visit(shop, { path: `/drops/${slug}/reserve`, params: { slug }, form })))
const key = () => crypto.randomUUID()

test('a paid patch emails one code once; wrong codes count toward the limit', async ({ ctx }) => {
  const { shop, orderId } = await given(ctx)
  await mailCodes(shop, orderId)
  await mailCodes(shop, orderId)
  expect(shop.sent).toHaveLength(1)
  const [mail] = shop.sent
  expect(mail).toMatchObject({ to: 'buyer@example.com', subject: 'Your early-access code for Night Run' })
  const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){2}/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.html).toContain(code)
  expect(mail?.text).toMatch(/before the launch on .*\d [AP]M EST\./)
  expect(mail?.text).toContain(`${shop.publicUrl}/drops/${slug}/reserve`)

  const wrong = await press(shop, { number: '2', key: key(), code: 'ABCD-EFGH-JKMN' })
  expect(wrong).toMatchObject({
    status: 409,
    value: { refusal: refusalWords.code_unknown, number: 2, code: 'ABCDEFGHJKMN' },
  })
  expect(shop.counted.filter((each) => each.startsWith('codeMiss'))).toHaveLength(1)
  expect(await press(shop, { number: '2', key: key(), code })).toMatchObject({ status: 303 })
  const again = await press(shop, { number: '3', key: key(), code })
  expect(again).toMatchObject({ status: 409, value: { refusal: refusalWords.code_used } })
})

test('too many wrong codes ask for more proof, and a missing code is required', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const none = await press(shop, { number: '2', key: key() })
  expect(none).toMatchObject({ status: 409, value: { refusal: refusalWords.code_needed } })
  shop.refusing.add('codeMiss')
  expect(await press(shop, { number: '2', key: key(), code: 'ABCD' })).toMatchObject({
    status: 409,
    value: { refusal: moreProofWords },
  })
})

test('the page asks for number and code from 24 hours before launch', async ({ ctx }) => {
  const { shop } = await given(ctx)
  const page = () => answerOf(() => loader(visit(shop, { path: `/drops/${slug}/reserve`, params: { slug } })))
  const { value } = await page()
  expect(value).toMatchObject({ isEarly: true, isOnSale: true, unavailable: undefined, number: 1 })
  const Page = Reserve as unknown as (props: { loaderData: unknown }) => ReactElement
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <Page loaderData={value} />,
    },
  ])
  const html = renderToString(<Stub initialEntries={['/']} />)
  for (const text of ['Early-access code', 'name="number"', 'Hold this number']) expect(html).toContain(text)
  ctx.setNow(after(ctx.now(), -5 * hour))
  expect((await page()).value).toMatchObject({ isEarly: false, isOnSale: false })
})
