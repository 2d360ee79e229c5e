import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { drops, dropUnits } from '../drops/tables.ts'
import { findDrop } from '../drops/store/drops.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { certificateCode, readCertificate } from './store/code.server.ts'
import { findUnitStatus } from './lookup.server.ts'

const runs = [
  { slug: 'one', totalUnits: 3 },
  { slug: 'two', totalUnits: 200 },
]
const certify = (slug: string, number: number) => certificateCode('a key', slug, number)

test('a unit has one code, which names its number and differs by drop, number and key', () => {
  const code = certify('two', 17)
  expect(code).toMatch(/^A017(-[2-9A-HJ-KM-NP-TV-Z]{4}){3}$/)
  expect(certify('two', 17)).toBe(code)
  const others = [certify('one', 17), certify('two', 18), certificateCode('another key', 'two', 17)]
  expect(new Set([code, ...others].map((each) => each.slice(5))).size).toBe(4)
})

test('a code finds its unit, however it is typed', () => {
  const code = certify('two', 100)
  expect(readCertificate(certify, runs, code)).toEqual({ run: runs[1], number: 100 })
  expect(
    readCertificate(certify, runs, code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))?.number,
  ).toBe(100)
})

test('made-up codes, codes of other keys and codes with one letter changed lead nowhere', () => {
  const code = certify('two', 17)
  const last = code.at(-1) === '2' ? '3' : '2'
  const wrong = [
    code.slice(0, -1) + last,
    code.replace('A017', 'A018'),
    code.replace('A', 'B'),
    code.slice(0, -1),
    `${code}2`,
    certificateCode('another key', 'two', 17),
    'A017-2222-2222-2222',
    '',
    '???',
  ]
  for (const typed of wrong) expect(readCertificate(certify, runs, typed), typed).toBeUndefined()
})

test('a signed number that its run does not have is no certificate', () => {
  expect(readCertificate(certify, runs, certify('one', 4))).toBeUndefined()
  expect(readCertificate(certify, runs, certify('one', 0))).toBeUndefined()
})

test('the status of a unit follows its order from hold to transfer', async ({ db, ctx }) => {
  await givenDrop(db)
  const status = async () => {
    const drop = await findDrop(db, 'test-drop', ctx.now())
    return drop && findUnitStatus(db, drop, 2)
  }
  expect(await status()).toBe('open')
  const { orderId } = await heldOrder(givenShop(ctx))
  expect(await status()).toBe('held')
  await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, reservationForm())
  expect(await status()).toBe('reserved')
  for (const [stage, notified] of [
    ['agreed', 'reserved'],
    ['balance_paid', 'reserved'],
    ['in_build', 'in_build'],
    ['built', 'in_build'],
    ['form3_filed', 'in_transfer'],
    ['form3_approved', 'in_transfer'],
    ['shipped', 'in_transfer'],
    ['at_dealer', 'in_transfer'],
    ['form4_filed', 'in_transfer'],
    ['form4_approved', 'in_transfer'],
    ['picked_up', 'transferred'],
  ] as const) {
    await transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, stage))
    expect(await status()).toBe(notified)
  }
})

test('a unit sold before the shop had orders is taken; an open one of a closed run was never made', async ({
  db,
  ctx,
}) => {
  await givenDrop(db)
  await db.update(dropUnits).set({ state: 'taken' }).where(eq(dropUnits.number, 1))
  await db.update(drops).set({ status: 'archived' })
  const drop = await findDrop(db, 'test-drop', ctx.now())
  if (!drop) throw new Error('no drop')
  expect(await findUnitStatus(db, drop, 1)).toBe('taken')
  expect(await findUnitStatus(db, drop, 2)).toBe('never_made')
})
