import { expect, test } from 'vitest'
import { type Build, STARTING_BUILDS } from './build.ts'
import { silhouette } from '../case-drawing.tsx'

test('the silhouette is outlines only, one or more per piece', () => {
  const paths = silhouette(STARTING_BUILDS.ar15)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.every((d) => /^M[^N]+Z$/.test(d))).toBe(true)
})

test('a suppressor and a sling are not part of it', () => {
  const build: Build = { ...STARTING_BUILDS.ar15, suppressor: true, accessories: ['sling'] }
  expect(silhouette(build)).toEqual(silhouette(STARTING_BUILDS.ar15))
})

function lengthOf(build: Build): number {
  const xs = silhouette(build).flatMap((path) =>
    [...path.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)),
  )
  return Math.max(...xs) - Math.min(...xs)
}

test('a longer barrel lengthens it by as much', () => {
  // The short barrel of the starting build ends inside its handguard; from 14.5 inches on the muzzle is what ends it.
  const withBarrel = (barrelIn: number) => lengthOf({ ...STARTING_BUILDS.ar15, barrelIn })
  expect(withBarrel(16) - withBarrel(14.5)).toBeCloseTo(1.5, 2)
  expect(withBarrel(14.5)).toBeGreaterThan(lengthOf(STARTING_BUILDS.ar15))
})
