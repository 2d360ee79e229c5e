import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { recordPurchaseAge } from '#app/features/compliance/store/state-rules.server.ts'
import { acceptedVersions } from '#app/features/orders/refunds.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { AttestationField } from './components/buyer-parts.tsx'
import { action, loader } from './routes/checkout.tsx'
import { acceptance, attestationSentence, confirmedStatement } from './attestation.ts'
import { payRefusalWords } from './words.ts'

type Page = { attestation: string; statement: string; given: Record<string, string> }

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId, cookies } = await heldOrder(shop)
  const at = { path: `/checkout/${orderId}`, params: { order: orderId }, cookies }
  const page = async () => (await answerOf(() => loader(visit(shop, at)))).value as Page
  const pay = async (values: Record<string, string>) => {
    const {
      phone: _,
      dealerName: __,
      dealerCity: ___,
      dealerListed: ____,
      total: _____,
      ...fields
    } = reservationForm()
    const form = { ...fields, statement: (await page()).statement, ...values }
    return answerOf(() => action(visit(shop, { ...at, form })))
  }
  return { shop, orderId, page, pay, stored: () => findOrder(shop.db, orderId) }
}

function raiseAge(ctx: TestContext, years: number) {
  const age = { ageClass: 'sbr' as const, state: 'US', years, note: '', sources: [], asOf: '2026-11-20' }
  return transact(ctx, (work) => recordPurchaseAge(work, age))
}

const forget = (ctx: TestContext) => ctx.setNow(new Date(ctx.now().getTime() + minute))

test('the order stores the sentence as shown, its age and the versions it accepts', async ({ ctx }) => {
  const { page, pay, stored } = await given(ctx)
  const { attestation } = await page()
  expect(await pay({})).toMatchObject({ status: 303 })
  expect(await stored()).toMatchObject({
    attestation,
    attestedAge: 21,
    attestedAt: ctx.now(),
    termsVersion: acceptedVersions.termsVersion,
    refundPolicyVersion: acceptedVersions.refundPolicyVersion,
  })
})

test('the sentence is the server’s, whatever the form says', async ({ ctx }) => {
  const { page, pay, stored } = await given(ctx)
  const { attestation } = await page()
  await pay({ attestation: 'yes', sentence: 'I accept nothing.', attestedAge: '12' })
  expect(await stored()).toMatchObject({ attestation, attestedAge: 21 })
})

test('a statement that changed after it was shown is not confirmed, and nothing is charged', async ({
  ctx,
}) => {
  const { page, pay, stored } = await given(ctx)
  const { statement } = await page()
  await raiseAge(ctx, 25)
  forget(ctx)
  expect(await pay({ statement })).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [payRefusalWords.attestation_changed] } },
  })
  expect(await stored()).toMatchObject({ state: 'held', attestedAt: null, attestation: null })
  expect((await page()).attestation).toContain('I am 25 or older')
  expect(await pay({})).toMatchObject({ status: 303 })
  expect(await stored()).toMatchObject({ state: 'paid', attestedAge: 25 })
})

test('a statement confirmed before a decline stays confirmed, until it changes', async ({ ctx }) => {
  const { page, pay, stored } = await given(ctx)
  await pay({ paymentToken: 'sandbox_decline' })
  const after = await page()
  expect(after.given).toMatchObject({ attestation: 'yes', statement: after.statement })
  const order = await stored()
  if (!order) throw new Error('No order')
  expect(confirmedStatement(order)).toBe(after.statement)
  expect(confirmedStatement({ ...order, termsVersion: '2026-11' })).not.toBe(after.statement)
  expect(confirmedStatement({ ...order, refundPolicyVersion: '2026-11' })).not.toBe(after.statement)
  expect(confirmedStatement({ ...order, attestation: null })).toBeUndefined()
})

test('the box says the whole sentence, and is checked only for this statement', () => {
  const attestation = 'I am 21 or older. I accept the Terms and the Refund Policy.'
  const field = (given: Record<string, string>) =>
    renderToStaticMarkup(
      createElement(AttestationField, { attestation, statement: 'new', given, errors: {} }),
    )
  expect(field({}).replaceAll(/<[^>]+>/g, '')).toContain(attestation)
  expect(field({ attestation: 'yes', statement: 'new' })).toContain('checked=""')
  expect(field({ attestation: 'yes', statement: 'old' })).not.toContain('checked=""')
  expect(field({ attestation: 'yes' })).not.toContain('checked=""')
  expect(field({ statement: 'new' })).not.toContain('checked=""')
})

const goods = { firearms: 0, hasMagazines: false, age: 18, own: [] }
const accepts = 'I accept the Terms and the Refund Policy.'

test('every attestation names the age and accepts both policies', () => {
  expect(attestationSentence(goods)).toBe(`I am 18 or older. ${accepts}`)
  expect(attestationSentence({ ...goods, hasMagazines: true })).toBe(
    `I am 18 or older, and no law where I live keeps me from having these magazines. ${accepts}`,
  )
})

test('the buyer of firearms confirms to be their actual buyer', () => {
  expect(attestationSentence({ ...goods, firearms: 1, age: 21 })).toBe(
    `I am 21 or older, no law keeps me from owning this firearm, and I am the actual buyer, not acting for another person. ${accepts}`,
  )
  const both = attestationSentence({ ...goods, firearms: 2, hasMagazines: true, age: 21 })
  expect(both).toContain(
    'owning these firearms, no law where I live keeps me from having these magazines, and',
  )
  expect(both).toContain('I am the actual buyer')
})

test('a feature’s own sentence replaces the shop’s, with the age filled in, except on firearms', () => {
  const own = ['I am {age} or older, and I accept that no-shows forfeit the deposit.']
  expect(attestationSentence({ ...goods, own })).toBe(
    `I am 18 or older, and I accept that no-shows forfeit the deposit. ${accepts}`,
  )
  expect(attestationSentence({ ...goods, own, firearms: 1, age: 21 })).toMatch(
    /^I am 21 or older, no law .* I am 21 or older, and I accept that no-shows/,
  )
})

test('the acceptance links to the policies it names', () => {
  expect(acceptance.filter(({ to }) => to)).toEqual([
    { text: 'Terms', to: '/terms' },
    { text: 'Refund Policy', to: '/refunds' },
  ])
})
