import { expect } from 'vitest'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { transact } from '#app/db/db.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { test } from '#test/db.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { dealerJobs } from '#app/features/dealers/jobs.server.ts'
import { loader } from './progress.tsx'

test('buyer and dealer are mailed the tracking, and the order page shows it until the firearm has arrived', async ({
  ctx,
}) => {
  const { move, orderId } = await givenReservation(ctx)
  const shop = givenShop(ctx)
  await ctx.db
    .update(dealers)
    .set({ email: 'dealer@example.com', emailConfirmedAt: ctx.now(), emailConfirmedBy: 'sam' })
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const tracking = async () => {
    const cookies = [`paco-order-${orderId}=${token}`]
    const { value } = await answerOf(() =>
      loader(visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies })),
    )
    return (value as Awaited<ReturnType<typeof loader>>).progress[0]?.tracking
  }
  for (const stage of stagesUpTo('form3_approved')) await move(stage)
  expect(await tracking()).toBeNull()
  ctx.queued.length = 0
  await move('shipped', { carrier: 'usps', tracking: '9400 1000' })
  const link = {
    text: 'USPS 9400 1000',
    url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94001000',
  }
  expect(await tracking()).toEqual(link)
  for (const { job, payload } of ctx.queued.splice(0))
    await [...jobsOfOrders(ordersOnSale), ...dealerJobs].find(({ name }) => name === job)?.run(shop, payload)
  expect(shop.sent.map(({ to }) => to)).toEqual(['buyer@example.com', 'dealer@example.com'])
  for (const { text, html } of shop.sent) {
    expect(text).toContain(`Tracking: ${link.text}`)
    expect(text).toContain(`Track the shipment:\n${link.url}`)
    expect(html).toContain(link.url)
  }
  const [, toDealer] = shop.sent
  expect(toDealer?.text).not.toMatch(/Jordan|buyer@example|private link/)
  await move('at_dealer')
  expect(await tracking()).toEqual(link)
  await move('form4_filed')
  expect(await tracking()).toBeNull()
})
