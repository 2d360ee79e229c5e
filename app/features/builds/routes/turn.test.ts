import { expect } from 'vitest'
import { askArt } from '#test/art.ts'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { turnDegrees } from '#app/art/relief/turn-views.ts'
import { test } from '#test/db.ts'
import { givenShop, recordArtwork } from '#test/visit.ts'
import { coatPath, standardFinish } from '../rules/finishes.ts'
import { turnPaths } from './turn.server.ts'

test('each platform that we draw has a view for each step of its turn', async ({ ctx }) => {
  const paths = turnPaths({ id: 'ar9' })
  expect(paths).toHaveLength(turnDegrees.length)
  expect(turnPaths({ id: 'vector' })).toEqual([])
  const shop = givenShop(ctx)
  const names = recordArtwork(shop)
  for (const path of paths) {
    const response = await askArt(shop, path.replace('/art/', ''))
    expect(response.headers.get('Content-Type')).toBe('image/webp')
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  }
  expect(new Set(names).size).toBe(turnDegrees.length)
})

test('there are no views beside those', async ({ ctx }) => {
  for (const file of [
    'coat.ar9.billet.slick.slotted.gold.webp',
    'turn-ar9-9.webp',
    'turn-vector-0.webp',
    'turn-ar9-0.png',
    'turn-ar9-00.webp',
  ]) {
    const response = await askArt(givenShop(ctx), `builds/${file}`)
    expect(response.status).toBe(404)
  }
})

test('a receiver is lit in a finish, and cached under what it is drawn from', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const names = recordArtwork(shop)
  const [path] = /builds\/([^?]+)/.exec(coatPath(STARTING_BUILDS.ar9, standardFinish)) ?? []
  const response = await askArt(shop, `${path}?v=1`)
  expect(response.headers.get('Content-Type')).toBe('image/webp')
  expect(response.headers.get('Cache-Control')).toContain('immutable')
  expect(names).toEqual(['coat.ar9.billet.slick.slotted.standard-1.webp'])
})
