import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { findList } from '#app/features/dealers/store/list.server.ts'
import { listProgress } from '#app/features/setup/store.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenFolder } from '#test/photos.ts'
import { givenShop } from '#test/visit.ts'
import { givenReservation } from '#test/world.ts'
import { takeList, transferDeskJobs, uploadList } from './list-flows.server.ts'
import { visitor } from '#test/visitor.ts'

const { folder, remove } = givenFolder('dealer-lists')
afterAll(remove)

const header =
  'LIC_REGN\tLIC_DIST\tLIC_CNTY\tLIC_TYPE\tLIC_XPRDTE\tLIC_SEQN\tLICENSE_NAME\tBUSINESS_NAME\tPREMISE_STREET\tPREMISE_CITY\tPREMISE_STATE\tPREMISE_ZIP_CODE\tVOICE_PHONE'
const row = (sequence: number, name = `ARMS ${sequence} LLC`, type = '01') =>
  `1\t59\t086\t${type}\t9D\t${sequence}\t${name}\tNULL\t${sequence} LANE\tMIAMI\tFL\t331300000\t3055550100`
const listOf = (...rows: string[]) => [header, ...rows].join('\n')

const actor = 'Sam Desk <sam@example.com>'
const source = { name: '1126-ffl-list.txt', actor }

async function upload(ctx: TestContext, content: string, formKey = secretToken()) {
  const path = join(folder, secretToken())
  await writeFile(path, content)
  return uploadList(ctx, source, { path, formKey })
}

async function taken(ctx: TestContext, content: string): Promise<string> {
  const uploaded = await upload(ctx, content)
  const id = uploaded.ok ? uploaded.id : ''
  await takeList(ctx, id)
  return id
}

test('a list is taken over, once, with its difference, its record and the step of the set-up', async ({
  ctx,
  db,
}) => {
  const uploaded = await upload(ctx, listOf(row(1), row(2), row(3, 'COLLECTOR', '03')))
  const id = uploaded.ok ? uploaded.id : ''
  expect(await countDealers(db)).toMatchObject({ listed: 0 })
  const [queued] = ctx.queued
  const job = transferDeskJobs.find(({ name }) => name === queued?.job)
  const payload = job?.payload.parse(queued?.payload)
  for (let run = 0; run < 2; run++) await job?.run(givenShop(ctx), payload)
  expect(await findList(db, id)).toMatchObject({
    state: 'taken',
    content: '',
    uploadedBy: actor,
    done: 3,
    difference: {
      read: 3,
      listed: 2,
      added: 2,
      changed: 0,
      unlisted: 0,
      otherTypes: 1,
      first: { added: [{ key: '1-59-086-01-00001', says: expect.stringContaining('ARMS 1 LLC') }, {}] },
    },
  })
  expect(await countDealers(db)).toEqual({ listed: 2, latestAt: ctx.now() })
  expect(await listProgress(db)).toMatchObject([{ step: 'dealers', state: 'done', by: actor }])
  expect(await listAuditEntries(db)).toMatchObject([
    { actor, verb: 'import-dealers', subject: source.name, data: { listed: 2, added: 2 } },
  ])
})

test('the difference names who is gone, those with open transfers first, and what changed', async ({
  ctx,
  db,
}) => {
  await givenReservation(ctx) // goes to the first dealer of the sample, 00001
  const listed = Array.from({ length: 60 }, (_, at) => row(at + 10))
  const id = await taken(ctx, listOf(...listed, row(200)))
  const { difference } = (await findList(db, id)) ?? {}
  expect(difference).toMatchObject({ listed: 61, added: 1, changed: 60, unlisted: 12 })
  expect(difference?.first.unlisted[0]).toMatchObject({ key: '1-59-086-01-00001', openTransfers: 1 })
  expect(difference?.first.changed[0]).toMatchObject({
    says: 'ARMS 10 LLC, 10 LANE, MIAMI, FL 33130, 3055550100, 9D',
    was: expect.stringContaining('Sample'),
  })
})

test.for([
  ['no list', 'name,city\nSample,Miami', 'list_unknown'],
  ['a list without dealers', listOf(row(1, 'COLLECTOR', '03')), 'list_empty'],
  ['nothing', '', 'list_unknown'],
] as const)('%s is refused, and its content is not listed', async ([, content, why], { ctx, db }) => {
  const id = await taken(ctx, content)
  expect(await findList(db, id)).toMatchObject({ state: 'refused', why, content: '' })
})

test('a list of half the dealers is refused, and a spreadsheet is not read at all', async ({ ctx, db }) => {
  await taken(ctx, listOf(row(1), row(2), row(3)))
  const short = await taken(ctx, listOf(row(1)))
  expect(await findList(db, short)).toMatchObject({ state: 'refused', why: 'list_too_short' })
  expect(await countDealers(db)).toMatchObject({ listed: 3 })
  expect(await upload(ctx, 'PK\u0003\u0004\0\0')).toEqual({ ok: false, why: 'not_text' })
})

test('a federal list is taken by its page, which then names the dealers', { timeout: 60_000 }, async ({
  ctx,
}) => {
  const staff = await visitor(ctx)
  await staff.signIn('desk', { name: 'D. Sample' })
  await staff.open('/staff/dealers/import')
  const list = [
    'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,VOICE_PHONE',
    '1,59,86,1,,4567,LANE ARMS LLC,NULL,1 LANE,MIAMI,FL,331300000,3055550100',
  ].join('\n')
  staff.fillOne(/^The list as text or CSV/, new File([list], 'list.txt', { type: 'text/plain' }))
  await staff.press('Take this list')
  expect(staff.text).toContain('Being taken over')
  const run = staff.path
  await takeList(staff.shop, run.split('/').at(-1) ?? '')
  await staff.open(run)
  expect(staff.text).toContain('Taken over')
  expect(staff.text).toContain('LANE ARMS LLC')
  await staff.open('/staff/dealers/import')
  expect(staff.text).toContain('list.txt: Taken over')
})
