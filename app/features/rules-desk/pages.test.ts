import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

const recorded = 'Say what you read: it is recorded with your name.'
const evidence = 'What you read, for the record'

test('the rule of a place is added, confirmed with others and taken away, each with its evidence', async ({
  ctx,
}) => {
  const owner = await visitor(ctx, { sample: true })
  await owner.signIn('owner', { name: 'O. Reader' })
  await owner.open('/staff/rules/places')
  await owner.follow(/^Add place/)
  owner.fill({
    'Name in lists': 'own-harbor',
    State: 'VT',
    'Place, as pages call it': 'Own Harbor',
    'Magazine limit': '10',
  })
  await owner.pressUnchecked('Show what changes')
  expect(owner.field('ZIP codes')).toMatchObject({
    isInvalid: true,
    words: expect.stringContaining('Give the beginnings of its ZIP codes.'),
  })
  owner.fill({ 'ZIP codes': '05899', Magazines: 'restricted' })
  await owner.press('Show what changes')
  expect(owner.text).toContain('No open order changes its verdict.')
  await owner.pressUnchecked('Confirm version 1')
  expect(owner.text).toContain(recorded)
  owner.fill({ [evidence]: 'City code 7-1' })
  await owner.press('Confirm version 1')
  expect([owner.heading, owner.text]).toEqual(['Own Harbor', expect.stringContaining('City code 7-1')])

  await owner.open('/staff/rules/places')
  owner.fill({ 'Select Own Harbor': true }, owner.part('table', 'Rules of places'))
  owner.fill({ [evidence]: 'Read again' })
  await owner.press('Confirm these rules')
  expect(textOf(owner.part('row', /Own Harbor/))).toContain('O. Reader')

  await owner.open('/staff/rules/places/own-harbor/removal')
  owner.fill({ [evidence]: 'Repealed' })
  await owner.press('Delete it')
  expect(owner.heading).toBe('Places and ages')
  expect(owner.text).not.toContain('Own Harbor')
  await owner.open('/staff/audit?verb=local-rule')
  expect(owner.text).toContain('own-harbor')
})

test('an age to buy is changed with its evidence, and never below what federal law allows', async ({
  ctx,
}) => {
  const owner = await visitor(ctx, { sample: true })
  await owner.signIn('owner', { name: 'O. Reader' })
  await ctx.db.execute(
    sql`insert into purchase_ages (age_class, state, years, as_of) values ('goods', 'WY', 18, '2026-11-20')`,
  )
  await owner.open('/staff/rules/ages/goods-WY')
  owner.fill({ 'From age': '17' })
  await owner.pressUnchecked('Show what changes')
  expect(owner.text).toContain('Nothing is sold to anybody under 18.')
  owner.fill({ 'From age': '19' })
  await owner.press('Show what changes')
  expect(owner.text).toContain('0 open checkouts read the new')
  owner.fill({ [evidence]: 'Statute 6-1' })
  await owner.press(/^Confirm version/)
  expect(owner.text).toContain('Statute 6-1')
  expect(owner.field('From age').value).toBe('19')
})

test('a form changes the law at its address, whatever it names', async ({ ctx }) => {
  const owner = await visitor(ctx, { sample: true })
  await owner.signIn('owner', { name: 'O. Reader' })
  await ctx.db.execute(sql`update state_rules set version = 5`)
  const rules = async () => (await ctx.db.execute(sql`select * from state_rules order by state`)).rows
  const before = await rules()
  await owner.open('/staff/rules/WY')
  owner.fill({ Note: 'Read by a stranger' })
  await owner.press('Show what changes')
  const address = owner.path
  const confirm = owner.part('form', 'Confirm the change')
  confirm.querySelector<HTMLInputElement>('[name="state"]')?.setAttribute('value', 'VT')
  owner.fill({ [evidence]: 'Statute 6-1' })
  await owner.pressUnchecked(/^Confirm version/)
  expect(owner.text).toContain('This is the form of another rule.')
  expect(await rules()).toEqual(before)
  await owner.open(address.replace('state=WY', 'state=VT'))
  expect(owner.status).toBe(404)
})
