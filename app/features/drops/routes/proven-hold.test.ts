import { expect } from 'vitest'
import { holdProofField, holdSubject, makeProof } from '#app/http/proofs.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, visit } from '#test/visit.ts'
import { action } from './reserve.tsx'

const slug = 'test-drop'
const key = 'a key of a form, made up'.replaceAll(/\W/g, '-')

async function given(ctx: TestContext, isOn = true) {
  const shop = givenShop(ctx)
  shop.limits = { ...shop.limits, isOn }
  await givenDrop(shop.db)
  return shop
}

const prove = ({ now }: Awaited<ReturnType<typeof given>>, what: string, of = key) =>
  makeProof(holdSubject({ what, key: of }), now())

async function press(shop: Awaited<ReturnType<typeof given>>, proof: string) {
  const answer = await action(
    visit(shop, {
      path: `/drops/${slug}/reserve`,
      params: { slug },
      form: { number: '', key, [holdProofField]: proof },
    }),
  )
  if (answer instanceof Response) return { status: answer.status }
  const { init, data } = answer
  return { status: init?.status, needsProof: new Headers(init?.headers).get(siteHeaders.needsProof), data }
}

test('a press with the proof that its page made counts against no limit', async ({ ctx }) => {
  const shop = await given(ctx)
  expect(await press(shop, await prove(shop, `drop:${slug}`))).toMatchObject({ status: 303 })
  expect(shop.counted).toEqual([])
})

test('a press without one, or with one for something else, is asked for more once a few have passed', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const other = await prove(shop, 'drop:other')
  const used = await prove(shop, `drop:${slug}`, 'the key of another form')
  shop.refusing.add('holdUnproven')
  for (const proof of ['', other, used])
    expect(await press(shop, proof)).toMatchObject({
      status: 409,
      needsProof: `drop:${slug}`,
      data: { refusal: { title: 'One more check' } },
    })
  expect(await press(shop, await prove(shop, `drop:${slug}`))).toMatchObject({ status: 303 })
})

test('without limits no proof is required', async ({ ctx }) => {
  const shop = await given(ctx, false)
  shop.refusing.add('holdUnproven')
  expect(await press(shop, '')).toMatchObject({ status: 303 })
})
