import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { addMissingClaims, findClaims, listAllClaims } from '#app/features/claims/store.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { claimVerbs } from './operator-claims.ts'

const say = async (ctx: TestContext, verb: string, ...args: string[]) =>
  (await claimVerbs[verb]?.run(operatorOn(ctx), args)) ?? { isDone: false, words: 'no such verb' }

const tax = {
  key: 'tax.sbr',
  text: 'Making one costs nothing.',
  figure: '$0',
  source: '26 USC 5821',
  reviewedOn: '2026-03-01',
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  period: 'since Jan 1, 2026',
}

test('the shop’s phone number is entered, edited in place and recorded', async ({ ctx, db }) => {
  const number = ['--text', 'Call us.', '--source', 'The shop']
  const written = await say(ctx, 'claim', 'support.phone', '--figure', '305-555-0100', ...number)
  expect(written).toMatchObject({ isDone: true, words: expect.stringContaining('in force') })
  await say(ctx, 'claim', 'support.phone', '--figure', '305-555-0199')
  expect(await findClaims(db, ['support.phone'], ctx.now())).toMatchObject({
    'support.phone': { figure: '305-555-0199', text: 'Call us.', reviewedOn: '2026-11-20' },
  })
  const [act] = await listAuditEntries(db)
  expect(act).toMatchObject({ actor: 'sam', verb: 'claim', data: { figure: '305-555-0199', from: '' } })
})

test('what is no email address is refused as that of the staff', async ({ ctx, db }) => {
  const rest = ['--text', 'Write to us.', '--source', 'The shop']
  for (const figure of ['305-555-0100', 'desk@your', 'desk@shop.example, other@shop.example'])
    expect(await say(ctx, 'claim', 'support.email', '--figure', figure, ...rest)).toEqual({
      isDone: false,
      words: 'figure: Give an address like desk@example.com: mail to the staff goes there.',
    })
  expect(await listAllClaims(db)).toEqual([])
  expect(await say(ctx, 'claim', 'support.email', '--figure', 'desk@shop.example', ...rest)).toMatchObject({
    isDone: true,
  })
})

test('a change keeps the notes for staff and counsel', async ({ ctx, db }) => {
  const source = '26 USC 5821. To be read again by counsel.'
  await addMissingClaims(db, [{ ...tax, source }])
  const { words } = await say(ctx, 'claim', 'tax.sbr', '--figure', '$5')
  expect(words).toContain('$5')
  expect(await listAllClaims(db)).toMatchObject([{ figure: '$5', source }])
})

test('a change of the law is a new period, and the earlier one stays', async ({ ctx, db }) => {
  await addMissingClaims(db, [tax])
  const change = ['--from', '2027-01-01', '--figure', '$50', '--text', 'Making one costs $50.']
  const output = await say(ctx, 'claim', 'tax.sbr', ...change)
  expect(output.words).toMatch(/\$0 +2026-01-01 to open +in force/)
  expect(output.words).toMatch(/\$50 +2027-01-01 to open +2026/)
  const figureOn = async (day: string) =>
    (await findClaims(db, ['tax.sbr'], new Date(day)))['tax.sbr']?.figure
  expect([await figureOn('2026-12-31T17:00:00Z'), await figureOn('2027-01-01T17:00:00Z')]).toEqual([
    '$0',
    '$50',
  ])
})

test('errors are reported by field and change nothing', async ({ ctx, db }) => {
  await addMissingClaims(db, [tax])
  expect(await say(ctx, 'claim', 'support.phone', '--figure', '305-555-0100')).toEqual({
    isDone: false,
    words: 'text: State the claim in one sentence.\nsource: State the source of the claim.',
  })
  const ended = await say(ctx, 'claim', 'tax.sbr', '--to', '2025-01-01')
  expect(ended).toEqual({ isDone: false, words: 'effectiveTo: A claim cannot end before it begins.' })
  expect(await say(ctx, 'claim', 'support.phone')).toMatchObject({ isDone: false })
  expect(await listAuditEntries(db)).toEqual([])
})

test('the list shows current claims, and those due for review', async ({ ctx, db }) => {
  expect(await say(ctx, 'claims')).toEqual({ isDone: true, words: 'There are no claims yet.' })
  await addMissingClaims(db, [tax, { ...tax, key: 'tax.suppressor', reviewedOn: '2026-11-19' }])
  const { words } = await say(ctx, 'claims')
  expect(words).toMatch(/tax\.sbr .* in force +2026-03-01, due +26 USC 5821/)
  expect(words).toMatch(/tax\.suppressor .* in force +2026-11-19 +26 USC 5821/)
})
