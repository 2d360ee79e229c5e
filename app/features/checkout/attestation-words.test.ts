import { expect, test } from 'vitest'
import { acceptance, attestationSentence } from './words.ts'

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
