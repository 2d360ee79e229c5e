import { describe, expect, test } from 'vitest'
import { sampleParts, samplePackages, samplePlatforms } from '#db/sample/data/builds.ts'
import type { Catalog, Part } from '../rules.ts'
import { findContradictions } from './contradictions.ts'

const catalog = { platforms: samplePlatforms, parts: sampleParts } as unknown as Catalog
const packages = samplePackages.map(({ id, name, selection = null }) => ({ id, name, selection }))
const changed = (id: string, values: Partial<Part>): Catalog => ({
  ...catalog,
  parts: catalog.parts.map((part) => (part.id === id ? { ...part, ...values } : part)),
})
const found = (of: Catalog) => findContradictions(of, packages).map(({ kind, key }) => `${kind}/${key}`)

describe('the check of the builder', () => {
  test('finds nothing in the sample', () => {
    expect(findContradictions(catalog, packages)).toEqual([])
  })

  test('names a platform without a part for a step, and the package that needed it', () => {
    const parts = catalog.parts.filter(({ step, platformId }) => step !== 'lower' || platformId !== 'ar15')
    expect(found({ ...catalog, parts })).toEqual(
      expect.arrayContaining(['platforms/ar15', 'packages/clone-10-3']),
    )
  })

  test('names a platform whose parts do not go together', () => {
    const parts = catalog.parts.map((part) =>
      part.platformId === 'ar9' && part.step === 'upper' ? { ...part, tags: ['.45'] } : part,
    )
    const barrels = parts.map((part) =>
      part.platformId === 'ar9' && part.step === 'barrel' ? { ...part, tags: ['9 mm'] } : part,
    )
    expect(found({ ...catalog, parts: barrels })).toContain('platforms/ar9')
  })

  test('names a part that fits nothing, and one that excludes what is not there', () => {
    expect(found(changed('birdcage', { tags: ['.50'] }))).toEqual(['parts/birdcage'])
    expect(found(changed('birdcage', { excludes: ['gone'] }))).toEqual(['parts/birdcage'])
  })

  test('names a package that is not buildable or has a part that is gone', () => {
    expect(found(changed('quad-rail', { excludes: ['three-prong'] }))).toEqual(['packages/clone-10-3'])
    const parts = catalog.parts.filter(({ id }) => id !== 'weapon-light')
    expect(found({ ...catalog, parts })).toEqual(['packages/clone-10-3'])
  })

  test('says nothing of a platform that is coming', () => {
    const platforms = catalog.platforms.map((one) => ({ ...one, isAvailable: false }))
    expect(findContradictions({ ...catalog, platforms }, [])).toEqual([])
  })
})
