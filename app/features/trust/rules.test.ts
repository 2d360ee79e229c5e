import { expect, test } from 'vitest'
import { addedContents, packAlone, type TrustPackage } from './rules.ts'

const offer = (values: Partial<TrustPackage>): TrustPackage => ({
  slug: 'pack',
  name: 'Pack',
  priceCents: 2900,
  besides: null,
  flag: null,
  saving: null,
  contents: ['Template', 'Checklist'],
  ...values,
})
const alone = offer({})
const bundle = offer({
  slug: 'bundle',
  priceCents: 1_900,
  besides: 'build price',
  contents: ['Template', 'Checklist', 'Phone support'],
})

test('the pack alone is the package without a build, even if a bundle is cheaper', () => {
  expect(packAlone([bundle, alone])).toBe(alone)
  expect(packAlone([bundle])).toBeUndefined()
  expect(packAlone([])).toBeUndefined()
})

test('a bundle’s added contents are listed, the pack alone adds none', () => {
  expect(addedContents(bundle, [alone, bundle])).toEqual(['Phone support'])
  expect(addedContents(alone, [alone, bundle])).toEqual([])
  expect(addedContents(bundle, [bundle])).toEqual([])
})
