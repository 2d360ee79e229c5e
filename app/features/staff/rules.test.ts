import { expect, test } from 'vitest'
import { actorName, actorOf, mayDo, meets, staffRights, staffRoles } from './rules.ts'

test('the owner has every right', () => {
  expect(staffRights.filter((right) => !mayDo('owner', right))).toEqual([])
})

test.each([
  ['manager', ['rules.write', 'people', 'override']],
  [
    'desk',
    [
      'money.refund',
      'subscriptions',
      'drops.write',
      'catalog.write',
      'rules.write',
      'people',
      'audit.read',
      'override',
    ],
  ],
] as const)('%s lacks exactly these rights', (role, lacking) => {
  expect(staffRights.filter((right) => !mayDo(role, right))).toEqual(lacking)
})

test.each([
  ['bench', ['orders.read', 'shipping', 'transfers']],
  ['instructor', ['classes']],
] as const)('%s has exactly these rights', (role, having) => {
  expect(staffRights.filter((right) => mayDo(role, right))).toEqual(having)
})

test('nobody signed in meets only what is open to anyone', () => {
  const requirements = [...staffRights, 'member', 'joining', 'anyone', undefined] as const
  expect(requirements.filter((requirement) => meets(undefined, requirement))).toEqual(['anyone'])
})

test('a member without a way to sign in again meets only what sets one up', () => {
  const requirements = [...staffRights, 'member', 'joining', 'anyone', undefined] as const
  for (const role of staffRoles)
    expect(requirements.filter((requirement) => meets({ role, isSetUp: false }, requirement))).toEqual([
      'joining',
      'anyone',
    ])
})

test('a member meets what their role allows, and never a missing or unknown requirement', () => {
  for (const role of staffRoles) {
    const visitor = { role, isSetUp: true }
    expect(staffRights.filter((right) => meets(visitor, right))).toEqual(
      staffRights.filter((right) => mayDo(role, right)),
    )
    expect(meets(visitor, 'member')).toBe(true)
    expect(meets(visitor, undefined)).toBe(false)
    expect(meets(visitor, 'orders.everything' as never)).toBe(false)
  }
})

test('an actor is a name with its address', () => {
  const actor = actorOf({ name: 'R. Desk', email: 'r.desk@example.com' })
  expect(actor).toBe('R. Desk <r.desk@example.com>')
  expect(actorName(actor)).toBe('R. Desk')
  expect(actorName('R. Desk')).toBe('R. Desk')
})
