import fc from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listStockEntries } from '#app/catalog/stock.server.ts'
import { findAccessory } from '#app/features/accessories/store.server.ts'
import { formatCsv } from '#app/kit/csv.ts'
import { secretToken } from '#app/kit/ids.ts'
import { emptyDatabase, type TestContext, test, testContext } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { listItems } from './items.server.ts'
import { compareImport, maxImportRows, writeImport, csvCells, csvColumns } from './import.server.ts'
import { isImported } from './rules/kind.ts'
import { kindPlans, type CatalogKind, catalogKinds } from './rules/kinds.ts'
import { forms } from './item-forms.server.ts'
import { runForm } from '#test/staff.ts'

const timeZone = 'America/New_York'
const desk = (ctx: TestContext) => ({ ctx, by: 'R. Desk', actor: 'R. Desk <desk@example.com>', timeZone })

async function exported(ctx: TestContext, kind: CatalogKind): Promise<string> {
  const items = await listItems(ctx.db, kind, ctx.now())
  return formatCsv(
    csvColumns(kind),
    items.map((item) => csvCells(kind, item, { timeZone })),
  )
}

const compared = (ctx: TestContext, kind: CatalogKind, content: string) =>
  compareImport(ctx.db, { kind, content }, timeZone, ctx.now())

async function written(ctx: TestContext, kind: CatalogKind, content: string) {
  const { fingerprint: seen } = await compared(ctx, kind, content)
  return writeImport(desk(ctx), { kind, content, seen })
}

test('what was exported is imported again without a difference, for every kind of the sample', async ({
  ctx,
}) => {
  await givenSample(ctx.db, ctx.now())
  const kinds = catalogKinds.filter((kind) => kindPlans[kind].key !== null)
  for (const kind of kinds) {
    const plan = await compared(ctx, kind, await exported(ctx, kind))
    expect({ kind, faults: plan.faults, rows: plan.rows, isEmpty: plan.same === 0 }).toEqual({
      kind,
      faults: [],
      rows: [],
      isEmpty: false,
    })
  }
})

test('a file renames an item of every kind that it may hold, and leaves the rest of it as it was', async ({
  ctx,
}) => {
  await givenSample(ctx.db, ctx.now())
  for (const kind of catalogKinds.filter((each) => isImported(kindPlans[each]))) {
    const { name } = kindPlans[kind]
    const [item] = await listItems(ctx.db, kind, ctx.now())
    if (!item) throw new Error(`The sample has no ${kind}`)
    const cells = csvCells(kind, item, { timeZone }).with(csvColumns(kind).indexOf(name), 'Renamed')
    const done = await written(ctx, kind, formatCsv(csvColumns(kind), [cells]))
    expect([kind, done.ok]).toEqual([kind, true])
    const changed = (await listItems(ctx.db, kind, ctx.now())).find(({ key }) => key === item.key)
    expect(changed).toEqual({
      ...item,
      row: { ...item.row, [name]: 'Renamed', revision: item.row.revision + 1 },
    })
  }
})

test('whatever an item is called, its export is imported without a difference', async ({ db }) => {
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom("'=1+1", '=HYPERLINK("x")', '-3', '@a', "''+b", 'a,"b"', 'two\nlines', '\t=x', '№ 7; ü'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.record({ name: text, description: text, specs: fc.array(text, { maxLength: 4 }) }),
      async ({ name, description, specs }) => {
        await emptyDatabase()
        const ctx = testContext(db)
        const made = await accessory(ctx, { name, description, specs: specs.join('\n') })
        fc.pre(made.ok)
        const plan = await compared(ctx, 'accessories', await exported(ctx, 'accessories'))
        expect([plan.faults, plan.rows, plan.same]).toEqual([[], [], 1])
      },
    ),
    { numRuns: 60 },
  )
})

async function accessory(ctx: TestContext, typed: Record<string, string>) {
  const category = { slug: 'gear', name: 'Gear', taxClass: 'goods', position: '1' }
  await runForm(forms.make, desk(ctx), {
    params: { kind: 'categories' },
    input: { key: secretToken(), ...category },
  })
  const item = {
    id: 'weapon-light',
    name: 'Weapon light',
    description: '1,000 lumen',
    category: 'gear',
    image: 'light',
    caAb1263: 'unclear',
    position: '1',
    price: '89',
    onShelf: '12',
    ...typed,
  }
  return runForm(forms.make, desk(ctx), {
    params: { kind: 'accessories' },
    input: { key: secretToken(), ...item },
  })
}

test('a file changes words, price and count and makes an item, in one transaction with one entry in the log', async ({
  ctx,
}) => {
  await accessory(ctx, {})
  const rows = (await exported(ctx, 'accessories'))
    .replace('"Weapon light"', '"Weapon light II"')
    .replace('"89.00"', '"94.00"')
    .replace('"12"', '"10"')
  const added = 'id,name,description,category,image,caAb1263,position,price,onShelf\r\n'
  const done = await written(ctx, 'accessories', rows)
  expect(done).toEqual({ ok: true, created: 0, changed: 1 })
  expect(await findAccessory(ctx.db, 'weapon-light', ctx.now())).toMatchObject({
    name: 'Weapon light II',
    priceCents: 9_400,
    left: 10,
  })
  const entries = await listStockEntries(ctx.db, 'accessory', 'weapon-light')
  expect(entries.map(({ reason, quantity, enteredBy }) => [reason, quantity, enteredBy])).toEqual([
    ['counted', -2, 'R. Desk'],
    ['received', 12, 'R. Desk'],
  ])
  await written(ctx, 'accessories', `${added}sling,Sling,Two points,gear,sling,unclear,2,19.50,5\r\n`)
  expect(await findAccessory(ctx.db, 'sling', ctx.now())).toMatchObject({ priceCents: 1_950, left: 5 })
  const log = (await listAuditEntries(ctx.db)).filter(({ verb }) => verb === 'catalog-import')
  expect(log.map(({ data }) => data)).toMatchObject([
    { created: 1, changed: 0 },
    { created: 0, changed: 1 },
  ])
})

test('a wrong row names its line, its column and why, and nothing of the file is written', async ({
  ctx,
}) => {
  await accessory(ctx, {})
  const content = [
    'id,name,description,category,image,caAb1263,position,price,onShelf,statesBarred',
    'good,Good,Fine,gear,sling,unclear,2,19.50,5,',
    'bad,"Bad',
    'name",Fine,gear,cannon,unclear,two,free,5,CA XX',
    'good,Good,Again,gear,sling,unclear,2,19.50,5,',
    'short,Short',
  ].join('\n')
  const plan = await compared(ctx, 'accessories', content)
  expect(plan.faults.map(({ line, column }) => [line, column])).toEqual([
    [3, 'position'],
    [3, 'image'],
    [3, 'statesBarred'],
    [3, 'price'],
    [5, ''],
    [6, ''],
  ])
  expect(plan.faults.every(({ why }) => why.length > 5)).toBe(true)
  expect(await written(ctx, 'accessories', content)).toMatchObject({ why: 'import_outdated' })
  expect(await findAccessory(ctx.db, 'good', ctx.now())).toBeUndefined()
})

test('a file that is older than a change names its row; one that was seen otherwise is not written', async ({
  ctx,
}) => {
  await accessory(ctx, {})
  const old = await exported(ctx, 'accessories')
  const content = old.replace('1,000 lumen', '900 lumen')
  const withoutRevision = 'id,description\r\nweapon-light,Brighter'
  const seen = (await compared(ctx, 'accessories', content)).fingerprint
  const seenWithout = (await compared(ctx, 'accessories', withoutRevision)).fingerprint
  const [item] = await listItems(ctx.db, 'accessories', ctx.now())
  const typed = {
    name: 'By another',
    description: 'x',
    category: 'gear',
    image: 'light',
    caAb1263: 'unclear',
    position: '1',
  }
  expect(
    await runForm(forms.save, desk(ctx), {
      params: { kind: 'accessories', key: 'weapon-light' },
      input: { revision: item?.row.revision ?? 0, ...typed },
    }),
  ).toMatchObject({ ok: true })
  for (const file of [
    { content, seen },
    { content: withoutRevision, seen: seenWithout },
  ])
    expect(await writeImport(desk(ctx), { kind: 'accessories', ...file })).toMatchObject({
      why: 'import_outdated',
    })
  expect((await findAccessory(ctx.db, 'weapon-light', ctx.now()))?.name).toBe('By another')
  const [fault] = (await compared(ctx, 'accessories', old)).faults
  expect(fault).toMatchObject({ line: 2, column: 'revision' })
})

test('as many accessories as a file may hold are imported with no more statements for each than in a small file, and the same file again is no difference', async ({
  ctx,
}) => {
  await accessory(ctx, {})
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const header = 'id,name,description,category,image,caAb1263,position,price,onShelf'
  const fileOf = (name: string, count: number) =>
    [
      header,
      ...Array.from(
        { length: count },
        (_, at) => `${name}-${at},Item ${at},Thing,gear,sling,unclear,${at},${at + 1}.50,${at % 7}`,
      ),
    ].join('\r\n')
  const statementsOf = async (content: string, created: number) => {
    query.mockClear()
    expect(await written(ctx, 'accessories', content)).toMatchObject({ created })
    return query.mock.calls.length
  }
  const forFew = await statementsOf(fileOf('few', 70), 70)
  const content = fileOf('item', maxImportRows)
  const forAll = await statementsOf(content, maxImportRows)
  expect(forFew).toBeGreaterThan(70)
  expect(forAll / maxImportRows).toBeLessThanOrEqual(forFew / 70)
  const again = await compared(ctx, 'accessories', content)
  expect([again.faults.length, again.rows.length, again.same]).toEqual([0, 0, maxImportRows])
})
