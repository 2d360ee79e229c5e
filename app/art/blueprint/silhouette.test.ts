import { expect, test } from 'vitest'
import { type Build, STARTING_BUILDS } from './build.ts'
import { silhouette } from './silhouette.ts'

test('the silhouette is outlines only, one or more per piece', () => {
  const paths = silhouette(STARTING_BUILDS.ar15)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.every((d) => /^M[^N]+Z$/.test(d))).toBe(true)
})

test('a suppressor and a sling are not part of it', () => {
  const build: Build = { ...STARTING_BUILDS.ar15, suppressor: true, accessories: ['sling'] }
  expect(silhouette(build)).toEqual(silhouette(STARTING_BUILDS.ar15))
})

test('a longer barrel lengthens it', () => {
  const long = silhouette({ ...STARTING_BUILDS.ar15, barrelIn: 14.5 })
  expect(long).not.toEqual(silhouette(STARTING_BUILDS.ar15))
})
