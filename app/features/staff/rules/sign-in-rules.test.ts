import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { deviceOf, countTry, isLocked, type Tries, triesPerLock, passwordProblem } from '../rules.ts'

const start = new Date('2026-11-20T12:00:00Z')

function minutesOfTries(count: number): number[] {
  let tries: Tries | undefined
  let now = start
  return Array.from({ length: count }, () => {
    while (isLocked(tries, now)) now = after(now, minute)
    tries = countTry(tries, triesPerLock.account, now)
    return (now.getTime() - start.getTime()) / minute
  })
}

test('each row of five locks for twice as long as the one before', () => {
  expect(minutesOfTries(21)).toEqual([
    ...Array<number>(5).fill(0),
    ...Array<number>(5).fill(15),
    ...Array<number>(5).fill(45),
    ...Array<number>(5).fill(105),
    225,
  ])
})

test('whoever tries without end gets at most 45 tries in the first day, and no lock is longer than a day', () => {
  const moments = minutesOfTries(60)
  expect(moments.filter((at) => at < day / minute).length).toBeLessThanOrEqual(45)
  expect(Math.max(...moments.map((at, i) => at - (moments[i - 1] ?? 0)))).toBeLessThanOrEqual(day / minute)
})

test('a lock never begins before a whole row, and a day without a try forgets all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 2, max: 30 }), (times, perLock) => {
      const tries = countTry({ times, lastAt: start, lockedUntil: null }, perLock, after(start, minute))
      expect(tries.lockedUntil !== null).toBe((times + 1) % perLock === 0)
      expect(countTry(tries, perLock, after(tries.lastAt, day))).toMatchObject({
        times: 1,
        lockedUntil: null,
      })
    }),
  )
})

const person = { name: 'Robin Desk', email: 'robin.desk@example.com' }
test.each([
  ['fourteen chars', 'short'],
  ['x'.repeat(201), 'long'],
  ['abababababababab', 'repeated'],
  ['robin desk robin', 'personal'],
  ['PACO Robin Desk 1', 'personal'],
  ['four plain words here', undefined],
  ['😀🔑🧰📐🔩 and some more', undefined],
] as const)('the password %s is %s', (password, problem) => {
  expect(passwordProblem(password, person)).toBe(problem)
})

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36', 'Chrome on Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  [null, 'A browser'],
])('%s is %s', (agent, words) => {
  expect(deviceOf(agent)).toBe(words)
})
