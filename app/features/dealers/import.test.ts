import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { listKnownDealers, countDealers, findDealer, searchDealers } from './store/search.server.ts'
import { importList } from './store/list.server.ts'

const header =
  'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,MAIL_STREET,MAIL_CITY,MAIL_STATE,MAIL_ZIP_CODE,VOICE_PHONE'
const row = (
  sequence: string,
  name: string,
  zip = '33101',
  city = 'MIAMI',
  state = 'FL',
  type = '01',
  expiry = '9D',
) =>
  `1,59,086,${type},${expiry},${sequence},${name},NULL,${sequence} SAMPLE ST,${city},${state},${zip},,,,,3055550100`

const now = new Date('2026-11-20T12:00:00Z')

const take = (ctx: TestContext, content: string) => transact(ctx, (work) => importList(work, content))

test('a list with commas, quotes and a byte order mark is taken over', async ({ ctx, db }) => {
  const report = await take(
    ctx,
    `\uFEFF${header}\r\n${row('00001', '"SAMPLE ARMS, 00001 LLC"')}\r\n${row('2', 'JOES "BIG" SAMPLES', '331021234')}\r\n`,
  )
  expect(report).toMatchObject({ ok: true, read: 2, listed: 2, added: 2, changed: 0, unlisted: 0, bad: [] })
  expect(await searchDealers(db, 'sample arms', now)).toMatchObject([{ name: 'SAMPLE ARMS, 00001 LLC' }])
  expect(await searchDealers(db, '33102', now)).toMatchObject([
    { name: 'JOES "BIG" SAMPLES', near: 'same ZIP code' },
    { near: 'same area' },
  ])
})

test('a dealer is found by the license number as printed, with its expiry code', async ({ ctx, db }) => {
  await take(ctx, [header, row('4567', 'SAMPLE ARMS 4567')].join('\n'))
  for (const typed of ['1-59-086-01-9D-04567', '1-59-086-01-04567', '15908601 04567'])
    expect(await searchDealers(db, typed, now)).toMatchObject([{ name: 'SAMPLE ARMS 4567' }])
  expect(await searchDealers(db, '1-59-086-01-9D-04568', now)).toEqual([])
  const later = new Date('2029-05-01T12:00:00Z')
  expect(await searchDealers(db, '1-59-086-01-9D-04567', later)).toEqual([])
  expect(await listKnownDealers(db, '1-59-086-01-9D-04567', later)).toMatchObject([
    { key: '1-59-086-01-04567' },
  ])
})

for (const [name, mark] of [
  ['tabs', '\t'],
  ['pipes', '|'],
] as const)
  test(`a list separated by ${name} is taken over`, async ({ ctx }) => {
    const content = [header, row('1', 'SAMPLE ARMS 1')].join('\n').replaceAll(',', mark)
    expect(await take(ctx, content)).toMatchObject({ ok: true, listed: 1 })
  })

test('bad rows are listed with their line numbers, and the others are imported', async ({ ctx }) => {
  const lines = [
    header,
    row('1', 'SAMPLE ARMS 1'),
    row('2', 'SAMPLE ARMS 2', 'nowhere'),
    '',
    'a short line',
    row('3', 'SAMPLE COLLECTOR', '33101', 'MIAMI', 'FL', '03'),
    row('4', 'SAMPLE ISLAND', '00901', 'SAN JUAN', 'PR'),
    row('5', 'SAMPLE ARMS 5'),
  ]
  expect(await take(ctx, lines.join('\n'))).toMatchObject({
    read: 6,
    listed: 2,
    otherTypes: 1,
    otherStates: 1,
    bad: [
      {
        line: 3,
        why: 'the ZIP code is none',
      },
      {
        line: 5,
        why: 'the region is not one digit',
      },
    ],
  })
})

test('the same list again changes nothing; a newer one adds, changes and marks who is gone', async ({
  ctx,
  db,
}) => {
  const first = [header, row('1', 'SAMPLE ARMS 1'), row('2', 'SAMPLE ARMS 2'), row('3', 'SAMPLE ARMS 3')]
  await take(ctx, first.join('\n'))
  expect(await take(ctx, first.join('\n'))).toMatchObject({ added: 0, changed: 0, unlisted: 0 })
  const [gone] = await searchDealers(db, 'sample arms 1', now)
  const newer = [header, row('2', 'SAMPLE ARMS 2'), row('3', 'SAMPLE ARMS THREE'), row('4', 'SAMPLE ARMS 4')]
  expect(await take(ctx, newer.join('\n'))).toMatchObject({ added: 1, changed: 1, unlisted: 1 })
  expect(await countDealers(db)).toMatchObject({ listed: 3, latestAt: ctx.now() })
  expect(await findDealer(db, gone?.code ?? '', now)).toBeUndefined()
  expect(await searchDealers(db, 'sample arms 1', now)).toEqual([])
  if (gone) expect((await searchDealers(db, gone.zip, now)).map(({ code }) => code)).not.toContain(gone.code)
  expect(await take(ctx, first.join('\n'))).toMatchObject({ added: 0, changed: 2, unlisted: 1 })
})

test('a license that is listed twice is one dealer', async ({ ctx }) => {
  const content = [header, row('1', 'SAMPLE ARMS 1'), row('00001', 'SAMPLE ARMS ONE')].join('\n')
  expect(await take(ctx, content)).toMatchObject({ read: 2, listed: 1, added: 1 })
})

test('a file that is no list, an empty one and a broken download are refused, and change nothing', async ({
  ctx,
  db,
}) => {
  await take(
    ctx,
    [header, ...['1', '2', '3', '4', '5'].map((each) => row(each, `SAMPLE ${each}`))].join('\n'),
  )
  expect(await take(ctx, 'name,city\nSample,Miami')).toEqual({ ok: false, why: 'list_unknown' })
  expect(await take(ctx, header)).toEqual({ ok: false, why: 'list_empty' })
  expect(await take(ctx, [header, row('1', 'SAMPLE 1')].join('\n'))).toEqual({
    ok: false,
    why: 'list_too_short',
  })
  expect(await countDealers(db)).toMatchObject({ listed: 5 })
})

test('a ZIP search goes from the same code to the same area to the next, and shows ten at most', async ({
  ctx,
  db,
}) => {
  const content = [
    header,
    ...Array.from({ length: 14 }, (_, index) =>
      row(String(index + 10), `FAR SAMPLE ${index}`, '32003', 'ORANGE PARK'),
    ),
    row('1', 'HERE SAMPLE', '33101'),
    row('2', 'NEAR SAMPLE', '33199'),
    row('3', 'OTHER STATE SAMPLE', '31520', 'BRUNSWICK', 'GA'),
    row('4', 'NEXT AREA SAMPLE', '33301', 'FORT LAUDERDALE'),
  ]
  await take(ctx, content.join('\n'))
  const found = await searchDealers(db, '33101', now)
  expect(found).toHaveLength(10)
  expect(found.slice(0, 4).map(({ name, near }) => [name, near])).toEqual([
    ['HERE SAMPLE', 'same ZIP code'],
    ['NEAR SAMPLE', 'same area'],
    ['NEXT AREA SAMPLE', 'about 30 miles'],
    ['FAR SAMPLE 0', 'about 320 miles'],
  ])
  expect((await searchDealers(db, '31520', now)).map(({ name }) => name).slice(0, 2)).toEqual([
    'OTHER STATE SAMPLE',
    'FAR SAMPLE 0',
  ])
})

test('a search by city and state finds by the beginnings of words, and never shows a street', async ({
  ctx,
  db,
}) => {
  const lines = [
    header,
    row('1', 'SAMPLE ARMS', '33101', 'MIAMI'),
    row('2', 'SAMPLE GUNS', '74354', 'MIAMI', 'OK'),
  ]
  await take(ctx, lines.join('\n'))
  expect(await searchDealers(db, 'miami', now)).toHaveLength(2)
  expect(await searchDealers(db, 'Miami, OK', now)).toMatchObject([{ name: 'SAMPLE GUNS' }])
  expect(await searchDealers(db, 'sam miam', now)).toHaveLength(2)
  expect(JSON.stringify(await searchDealers(db, 'sample', now))).not.toContain('SAMPLE ST')
})

test('a dealer is found however the name or the place is written', async ({ ctx, db }) => {
  const lines = [
    header,
    row('1', 'GUNS & AMMO', '33130'),
    row('2', "O'NEIL'S ARMS", '33131'),
    row('3', 'JIMS PAWN', '33701', 'ST PETERSBURG'),
    row('4', 'SAINT GEORGE SAMPLES', '32301', 'TALLAHASSEE'),
    row('5', 'GUNS AND MORE', '32302', 'TALLAHASSEE'),
  ]
  await take(ctx, lines.join('\n'))
  const names = async (typed: string) => (await searchDealers(db, typed, now)).map(({ name }) => name)
  expect((await names('Miami, FL 33130'))[0]).toBe('GUNS & AMMO')
  for (const typed of ['guns and ammo', 'guns & ammo', 'Guns Ammo, Florida'])
    expect(await names(typed), typed).toEqual(['GUNS & AMMO'])
  expect(await names('guns & more')).toEqual(['GUNS AND MORE'])
  for (const typed of ['oneils', 'O’Neil’s', "o'neil arms, FL"])
    expect(await names(typed), typed).toEqual(["O'NEIL'S ARMS"])
  for (const typed of ["Jim's Pawn", 'jims', 'Saint Petersburg', 'st. petersburg FL', 'pawn petersburg'])
    expect(await names(typed), typed).toEqual(['JIMS PAWN'])
  expect(await names('st george')).toEqual(['SAINT GEORGE SAMPLES'])
})

test('a dealer whose license has ended is neither found nor chosen; one without a date is', async ({
  ctx,
  db,
}) => {
  const ending = (sequence: string, name: string, expiry: string) =>
    row(sequence, name, '33101', 'MIAMI', 'FL', '01', expiry)
  const lines = [
    header,
    ending('1', 'SAMPLE ENDED', '6K'),
    ending('2', 'SAMPLE OPEN', ''),
    ending('3', 'SAMPLE RUNS', '6M'),
  ]
  await take(ctx, lines.join('\n'))
  for (const typed of ['sample', '33101'])
    expect((await searchDealers(db, typed, now)).map(({ name }) => name).toSorted()).toEqual([
      'SAMPLE OPEN',
      'SAMPLE RUNS',
    ])
  const earlier = new Date('2026-09-30T12:00:00Z')
  const ended = (await searchDealers(db, 'sample ended', earlier))[0]?.code ?? ''
  expect(await findDealer(db, ended, earlier)).toMatchObject({ name: 'SAMPLE ENDED' })
  expect(await findDealer(db, ended, now)).toBeUndefined()
})
