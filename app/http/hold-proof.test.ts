import { expect, test } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { isProven, makeChallenge } from './hold-proof.server.ts'
import { solveChallenge } from './hold-proof.ts'
import { hardBits, isSolved, usualBits } from './proof-of-work.ts'

const now = new Date('2026-11-20T12:00:00Z')
const keyedHash = keyedHashOf('test key')
const subject = { what: 'drop:noir', visitor: 'me', key: 'key of a form' }
const solved = (bits = 8) => solveChallenge(makeChallenge(keyedHash, subject, bits, now))
const judge = (proof: unknown, { at = now, bits = 8, of = subject, hash = keyedHash } = {}) =>
  isProven(hash, of, proof, { bits, now: at })

test('a solved challenge proves its work for ten minutes', async () => {
  const proof = await solved()
  expect(judge(proof)).toBe(true)
  expect(judge(proof, { at: after(now, 10 * minute - 1) })).toBe(true)
  expect(judge(proof, { at: after(now, 10 * minute) })).toBe(false)
})

test('a proof is valid for one item, one browser and one key', async () => {
  const proof = await solved()
  for (const other of [{ what: 'drop:other' }, { visitor: 'you' }, { key: 'another key' }])
    expect(judge(proof, { of: { ...subject, ...other } })).toBe(false)
  expect(judge(proof, { hash: keyedHashOf('another shop') })).toBe(false)
})

test('a challenge cannot be made easier or longer, nor skipped', async () => {
  const proof = await solved()
  expect(judge(proof, { bits: 9 })).toBe(false)
  const [expires = '', bits = '', rest = ''] = proof.split('.')
  expect(judge(`${Number(expires) + 1}.${bits}.${rest}`)).toBe(false)
  expect(judge(`${expires}.0.${rest}`, { bits: 0 })).toBe(false)
  const challenge = proof.split('~')[0] ?? ''
  let unsolved = 0
  while (isSolved(`${challenge}~${unsolved}`, 8)) unsolved++
  expect(judge(`${challenge}~${unsolved}`)).toBe(false)
  for (const nonsense of [undefined, '', 'x', `${challenge}~`, `${proof}~1`, 'x'.repeat(200)])
    expect(judge(nonsense)).toBe(false)
})

test('the usual work is a fraction of the hard one, and a browser can do both', async () => {
  expect(hardBits).toBeGreaterThan(usualBits)
  expect(judge(await solved(usualBits), { bits: usualBits })).toBe(true)
  expect(await solveChallenge('not a challenge')).toBe('')
  expect(await solveChallenge('1.60.x')).toBe('')
})
