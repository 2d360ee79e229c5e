import { expect } from 'vitest'
import { holdProofField, solveChallenge } from '#app/http/hold-proof.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, visit } from '#test/visit.ts'
import { loader as challengeFor } from '#app/features/checkout/routes/hold-proof.ts'
import { action } from './reserve.tsx'

const slug = 'test-drop'
const key = 'a key of a form, made up'.replaceAll(/\W/g, '-')

async function given(ctx: TestContext, isOn = true) {
  const shop = givenShop(ctx)
  shop.limits = { ...shop.limits, isOn }
  await givenDrop(shop.db)
  return shop
}

async function prove(shop: Awaited<ReturnType<typeof given>>, what: string, of = key) {
  const path = `/hold-proof?${new URLSearchParams({ what, key: of })}`
  const answer = challengeFor(visit(shop, { path }))
  const { challenge } = (await answer.json()) as { challenge: string | null }
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0]
  return { proof: challenge && (await solveChallenge(challenge)), cookies: cookie ? [cookie] : [] }
}

async function press(shop: Awaited<ReturnType<typeof given>>, proof: string, cookies: string[]) {
  const answer = await action(
    visit(shop, {
      path: `/drops/${slug}/reserve`,
      params: { slug },
      cookies,
      form: { number: '', key, [holdProofField]: proof },
    }),
  )
  if (answer instanceof Response) return { status: answer.status }
  const { init, data } = answer
  return { status: init?.status, needsProof: new Headers(init?.headers).get(siteHeaders.needsProof), data }
}

test('a press with the proof that its page made counts against no limit', async ({ ctx }) => {
  const shop = await given(ctx)
  const { proof, cookies } = await prove(shop, `drop:${slug}`)
  expect(await press(shop, proof ?? '', cookies)).toMatchObject({ status: 303 })
  expect(shop.counted).toEqual([])
})

test('a press without one, or with one for something else, is asked for more once a few have passed', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const other = await prove(shop, 'drop:other')
  const used = await prove(shop, `drop:${slug}`, 'the key of another form')
  const own = await prove(shop, `drop:${slug}`)
  shop.refusing.add('holdUnproven')
  for (const [proof, cookies] of [
    ['', own.cookies],
    [other.proof, other.cookies],
    [used.proof, used.cookies],
    [own.proof, other.cookies],
  ] as const)
    expect(await press(shop, proof ?? '', [...cookies])).toMatchObject({
      status: 409,
      needsProof: `drop:${slug}`,
      data: { refusal: { title: 'One more check' } },
    })
  expect(await press(shop, own.proof ?? '', own.cookies)).toMatchObject({ status: 303 })
})

test('without limits no proof is required and no cookie is set', async ({ ctx }) => {
  const shop = await given(ctx, false)
  expect(await prove(shop, `drop:${slug}`)).toEqual({ proof: null, cookies: [] })
  shop.refusing.add('holdUnproven')
  expect(await press(shop, '', [])).toMatchObject({ status: 303 })
})
