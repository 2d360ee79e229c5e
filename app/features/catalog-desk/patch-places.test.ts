import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findPatchSubject } from '#app/features/drops/store/artwork.server.ts'
import { listPatches } from '#app/features/drops/store/patches.server.ts'
import { patches } from '#app/features/drops/tables.ts'
import { formatCsv } from '#app/kit/csv.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { findItem, listItems } from './items.server.ts'
import { compareImport, writeImport, csvCells, csvColumns } from './import.server.ts'
import { formatItem } from './rules/item-form.ts'
import { forms } from './item-forms.server.ts'
import { runForm } from '#test/staff.ts'

const timeZone = 'America/New_York'
const desk = (ctx: TestContext) => ({ ctx, by: 'R. Desk', actor: 'R. Desk <desk@example.com>', timeZone })

async function given({ db }: TestContext) {
  const drop = await givenDrop(db)
  const ids: Record<string, string> = {}
  for (const [at, name] of ['Field', 'Night', 'Ash'].entries()) {
    ids[name] = randomUUID()
    await db.insert(patches).values({
      id: ids[name],
      dropId: drop.id,
      position: at + 1,
      name,
      price: 3_500,
      grantsEarlyAccess: name === 'Field',
      availableQuantity: 10,
    })
  }
  return { drop, ids }
}

const names = async ({ db, now }: TestContext, dropId: string) =>
  (await listPatches(db, dropId, now())).map(({ name }) => name)

test('the patches of a drop stand in the order of staff, and keep their drawings', async ({ db, ctx }) => {
  const { drop, ids } = await given(ctx)
  expect(await names(ctx, drop.id)).toEqual(['Field', 'Night', 'Ash'])
  const drawn = await findPatchSubject(db, ids.Ash ?? '')
  const item = await findItem(db, 'patches', ids.Ash ?? '', ctx.now())
  if (!item) throw new Error('There is no patch')
  const typed = { ...formatItem('patches', item.row, { timeZone }), position: '0' }
  const sent = {
    params: { kind: 'patches', key: ids.Ash ?? '' },
    input: { revision: item.row.revision, ...typed },
  }
  expect(await runForm(forms.save, desk(ctx), sent)).toMatchObject({ ok: true })
  expect(await names(ctx, drop.id)).toEqual(['Ash', 'Field', 'Night'])
  expect(await findPatchSubject(db, ids.Ash ?? '')).toEqual(drawn)
})

test('a file shows changed places before it is written, and orders the patches', async ({ db, ctx }) => {
  const { drop, ids } = await given(ctx)
  const rows = (await listItems(db, 'patches', ctx.now())).map((item) =>
    csvCells('patches', item, { timeZone }),
  )
  expect(rows.map((row) => row[0])).toEqual([ids.Field, ids.Night, ids.Ash])
  const at = csvColumns('patches').indexOf('position')
  const content = formatCsv(
    csvColumns('patches'),
    rows.map((row) => (row[0] === ids.Field ? row.with(at, '9') : row)),
  )
  const plan = await compareImport(db, { kind: 'patches', content }, timeZone, ctx.now())
  expect(plan.faults).toEqual([])
  expect(plan.rows.map(({ differences }) => differences)).toEqual([
    [{ column: 'position', before: '1', after: '9' }],
  ])
  expect(await names(ctx, drop.id)).toEqual(['Field', 'Night', 'Ash'])
  const unknown = content.replaceAll(ids.Ash ?? '', randomUUID())
  expect(
    (await compareImport(db, { kind: 'patches', content: unknown }, timeZone, ctx.now())).faults,
  ).toEqual([{ line: 4, column: 'id', why: 'No item has this id. A new one is made at the desk.' }])
  const sent = { kind: 'patches' as const, content, seen: plan.fingerprint }
  expect(await writeImport(desk(ctx), sent)).toMatchObject({ ok: true })
  expect(await names(ctx, drop.id)).toEqual(['Night', 'Ash', 'Field'])
})
