import { expect, test } from 'vitest'
import {
  hardBits,
  holdSubject,
  isProven,
  isTooFast,
  makeProof,
  proofField,
  proofSubject,
  trapField,
  usualBits,
  verifySender,
} from './proofs.ts'

const now = new Date('2026-11-20T12:00:00Z')
const subject = proofSubject('newsletter', 'buyer@example.com')

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test("a browser's proof is accepted, however the address was typed", async () => {
  const proof = await makeProof(proofSubject('newsletter', ' Buyer@Example.com '), now)
  expect(verifySender(form({ [proofField]: proof }), subject, now)).toBe('proven')
})

test('a proof is valid for one form, one address and about a day', async () => {
  const proof = await makeProof(subject, now)
  const judged = (other: string, at = now) => verifySender(form({ [proofField]: proof }), other, at)
  expect(judged(proofSubject('newsletter', 'other@example.com'))).toBe('unproven')
  expect(judged(proofSubject('contact', 'buyer@example.com'))).toBe('unproven')
  expect(judged(subject, new Date('2026-11-21T23:59:00Z'))).toBe('proven')
  expect(judged(subject, new Date('2026-11-22T00:00:00Z'))).toBe('unproven')
})

test.each(['', 'now', '2026-11-20.', `2026-11-20.${'9'.repeat(60)}`])(
  'an invalid proof is refused (%j)',
  async (proof) => {
    expect(verifySender(form({ [proofField]: proof }), subject, now)).toBe('unproven')
  },
)

test('without script there is no proof, and the form is accepted', async () => {
  expect(verifySender(form({}), subject, now)).toBe('unproven')
})

test('a sender that fills in the hidden field is a program, whatever its proof', async () => {
  const proof = await makeProof(subject, now)
  expect(verifySender(form({ [trapField]: 'x', [proofField]: proof }), subject, now)).toBe('trapped')
})

test('a form sent back at once was not filled in by a person', () => {
  const sentAfter = (ms: number) =>
    isTooFast(form({ madeAt: new Date(now.getTime() - ms).toISOString() }), now)
  expect(sentAfter(2_999)).toBe(true)
  expect(sentAfter(3_000)).toBe(false)
  expect(isTooFast(form({}), now)).toBe(true)
  expect(isTooFast(form({ madeAt: 'yesterday' }), now)).toBe(true)
})

test('a proof is valid for one item and one key, and for no harder work than was done', async () => {
  const [what, key] = ['drop:noir', 'key of a form']
  const of = holdSubject({ what, key })
  const proof = await makeProof(of, now, 8)
  expect(isProven(proof, of, { bits: 8, now })).toBe(true)
  for (const other of [
    { what: 'drop:other', key },
    { what, key: 'another key' },
  ])
    expect(isProven(proof, holdSubject(other), { bits: 8, now })).toBe(false)
  expect(isProven(proof, of, { bits: 24, now })).toBe(false)
  for (const nonsense of [undefined, '', 'x', `${proof}1`, 'x'.repeat(200)])
    expect(isProven(nonsense, of, { bits: 8, now })).toBe(false)
})

test('the usual work is a fraction of the hard one, and a browser can do it', async () => {
  expect(hardBits).toBeGreaterThan(usualBits)
  expect(isProven(await makeProof('any', now), 'any', { now })).toBe(true)
})
