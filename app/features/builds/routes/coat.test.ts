import { expect } from 'vitest'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { test } from '#test/db.ts'
import { givenShop, recordArtwork, visit } from '#test/visit.ts'
import { coatPath, standardFinish } from '../rules/finishes.ts'
import * as art from './art.ts'

test('there are no views beside those', async ({ ctx }) => {
  for (const file of ['coat.ar9.billet.slick.slotted.gold.webp', 'turn-ar9-0.webp']) {
    const response = await art.loader(
      visit(givenShop(ctx), { path: `/art/builds/${file}`, params: { file } }),
    )
    expect(response.status).toBe(404)
  }
})

test('a receiver is lit in a finish, and cached under what it is drawn from', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const names = recordArtwork(shop)
  const [path, file = ''] = /builds\/([^?]+)/.exec(coatPath(STARTING_BUILDS.ar9, standardFinish)) ?? []
  const response = await art.loader(visit(shop, { path: `/art/${path}?v=1`, params: { file } }))
  expect(response.headers.get('Content-Type')).toBe('image/webp')
  expect(response.headers.get('Cache-Control')).toContain('immutable')
  expect(names).toEqual(['coat.ar9.billet.slick.slotted.standard-1.webp'])
})
