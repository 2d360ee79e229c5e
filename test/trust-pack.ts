// Trust packs as their buyers order, pay and open them.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sampleTrustPackages } from '#db/sample/data/trust-packages.ts'
import { givenReference } from '#test/reference.ts'
import type { TestContext } from '#test/db.ts'
import { sellables } from '#app/sellables.server.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { jobRunner, jobsOfOrders } from '#test/jobs.ts'
import { findLinePages } from '#app/features/orders/store/line-pages.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { trustPackages } from '#app/features/trust/tables.ts'
import { action as buy } from '#app/features/trust/routes/buy.tsx'
import { loader } from '#app/features/trust/routes/pack.tsx'
import { loader as download } from '#app/features/trust/routes/file.ts'

export type Own = { orderId: string; cookies: string[] }

export async function givenPacks(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenReference(shop.db)
  await shop.db.insert(trustPackages).values(sampleTrustPackages)
  return shop
}

/** Presses the button of the trust page and takes the cookie that comes back. */
export async function orderPack(shop: TestShop, form: Record<string, string> = {}): Promise<Own> {
  const said = await buy(visit(shop, { path: '/trust/buy', form }))
  if (!(said instanceof Response)) throw new Error(`Not ordered: ${JSON.stringify(said.data)}`)
  const orderId = said.headers.get('Location')?.split('/').at(-1) ?? ''
  return { orderId, cookies: [said.headers.get('Set-Cookie')?.split(';')[0] ?? ''] }
}

export async function buyPack(shop: TestShop, form?: Record<string, string>): Promise<Own> {
  const own = await orderPack(shop, form)
  expect(await payOrder(shop, ordersOnSale, own.orderId, reservationForm())).toMatchObject({ isPaid: true })
  return own
}

export const packAt = (shop: TestShop, { orderId, cookies }: Own, rest = '', form?: Record<string, string>) =>
  visit(shop, {
    path: `/orders/${orderId}/trust${rest}`,
    params: { order: orderId, file: rest.slice(1).split('?')[0] ?? '' },
    cookies,
    ...(form && { form }),
  })

const { run } = jobRunner(jobsOfOrders(sellables))

export const mailConfirmation = (shop: TestShop, { orderId }: Own) =>
  run(shop, 'mail-order-confirmation', { orderId })

export const setStage = (shop: TestShop, { orderId }: Own, stage: Stage) =>
  shop.db.update(orderLines).set({ stage }).where(eq(orderLines.orderId, orderId))

export const mailFiled = (shop: TestShop, { orderId }: Own) =>
  run(shop, 'mail-order-stage', { orderId, stage: 'form3_filed', movedAt: shop.now().toISOString() })

/** The links to the pages of its lines that an order offers. */
export async function pagesOf({ db }: TestShop, { orderId }: Own) {
  const order = await findOrder(db, orderId)
  const pages = order && (await findLinePages(db, sellables, order))
  return [...(pages?.values() ?? [])].map(({ label }) => label)
}

export const packPage = async (shop: TestShop, own: Own) =>
  (await answerOf(() => loader(packAt(shop, own)))) as {
    status: number
    value: Awaited<ReturnType<typeof loader>>
  }

export async function packFile(shop: TestShop, own: Own, name: string): Promise<Uint8Array> {
  const said = await download(packAt(shop, own, `/${name}`))
  expect(said.status).toBe(200)
  expect(said.headers.get('Cache-Control')).toContain('no-store')
  return new Uint8Array(await said.arrayBuffer())
}
