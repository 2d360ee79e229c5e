import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { loader } from './showing.ts'

test('whatever the address names leads to a page: a header holds no other letters than Latin ones', async ({
  ctx,
}) => {
  const answer = await answerOf(() =>
    loader(visit(givenShop(ctx), { path: '/build/submitted/x/showing', params: { submission: '😀' } })),
  )
  expect(answer).toMatchObject({ status: 302, location: '/build/submitted/%F0%9F%98%80#showing' })
})
