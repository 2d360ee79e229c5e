import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { listLists } from '#app/features/dealers/store/list.server.ts'
import { listProgress } from '#app/features/setup/store.server.ts'
import type { SentForm } from '#app/access/act.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { takeList } from './store.server.ts'
import { visitor } from '#test/visitor.ts'

const header =
  'LIC_REGN\tLIC_DIST\tLIC_CNTY\tLIC_TYPE\tLIC_XPRDTE\tLIC_SEQN\tLICENSE_NAME\tBUSINESS_NAME\tPREMISE_STREET\tPREMISE_CITY\tPREMISE_STATE\tPREMISE_ZIP_CODE\tVOICE_PHONE'
const row = (sequence: number, name = `ARMS ${sequence} LLC`, type = '01') =>
  `1\t59\t086\t${type}\t9D\t${sequence}\t${name}\tNULL\t${sequence} LANE\tMIAMI\tFL\t331300000\t3055550100`
const listOf = (...rows: string[]) => [header, ...rows].join('\n')

const actor = 'Sam Desk <sam@example.com>'

const taken = (ctx: TestContext, content: string, form?: SentForm) =>
  takeList(ctx, content, { name: '1126-ffl-list.txt', actor, ...(form && { form }) })

test('a list is taken over, once, with its difference, its record and the step of the set-up', async ({
  ctx,
  db,
}) => {
  const content = listOf(row(1), row(2), row(3, 'COLLECTOR', '03'))
  const form = { key: 'a form', typed: '' }
  for (let press = 0; press < 2; press++)
    expect(await taken(ctx, content, form)).toMatchObject({ ok: true, listed: 2, added: 2 })
  expect(await listLists(db, 5)).toMatchObject([
    {
      takenBy: actor,
      difference: {
        read: 3,
        listed: 2,
        added: 2,
        changed: 0,
        unlisted: 0,
        otherTypes: 1,
        first: { added: [{ key: '1-59-086-01-00001', says: expect.stringContaining('ARMS 1 LLC') }, {}] },
      },
    },
  ])
  expect(await countDealers(db)).toEqual({ listed: 2, latestAt: ctx.now() })
  expect(await listProgress(db)).toMatchObject([{ step: 'dealers', state: 'done', by: actor }])
  expect(await listAuditEntries(db)).toMatchObject([
    { actor, verb: 'import-dealers', subject: '1126-ffl-list.txt', data: { listed: 2, added: 2, bad: 0 } },
  ])
})

test('the difference names who is gone, those with open transfers first, and what changed', async ({
  ctx,
  db,
}) => {
  await givenReservation(ctx) // goes to the first dealer of the sample, 00001
  const listed = Array.from({ length: 60 }, (_, at) => row(at + 10))
  await taken(ctx, listOf(...listed, row(200)))
  const [{ difference } = {}] = await listLists(db, 1)
  expect(difference).toMatchObject({ listed: 61, added: 1, changed: 60, unlisted: 12 })
  expect(difference?.first.unlisted[0]).toMatchObject({ key: '1-59-086-01-00001', openTransfers: 1 })
  expect(difference?.first.changed[0]).toMatchObject({
    says: 'ARMS 10 LLC, 10 LANE, MIAMI, FL 33130, 3055550100, 9D',
    was: expect.stringContaining('Sample'),
  })
})

test('a list that is refused leaves no record', async ({ ctx, db }) => {
  expect(await taken(ctx, listOf(row(1, 'COLLECTOR', '03')))).toEqual({ ok: false, why: 'list_empty' })
  expect([await listLists(db, 1), await listAuditEntries(db), await listProgress(db)]).toEqual([[], [], []])
})

test('a federal list is taken by its page, which then names the dealers; what is no list is refused beside its field', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const staff = await visitor(ctx)
  await staff.signIn('desk', { name: 'D. Sample' })
  const send = async (content: string) => {
    await staff.open('/staff/dealers/import')
    staff.fillOne(/^The list as text or CSV/, new File([content], 'list.txt', { type: 'text/plain' }))
    await staff.press('Take this list')
  }
  await send('name,city\nSample,Miami')
  expect(staff.text).toContain('The first line is not the header of the federal list of licensees.')
  await send('PK\u0003\u0004\0\0')
  expect(staff.text).toContain('This is no text.')
  const list = [
    'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,VOICE_PHONE',
    '1,59,86,1,,4567,LANE ARMS LLC,NULL,1 LANE,MIAMI,FL,331300000,3055550100',
  ].join('\n')
  await send(list)
  expect(staff.text).toContain('LANE ARMS LLC')
  expect(staff.text).toContain('list.txt: 1 new, 0 changed, 0 gone')
})
