import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listStockEntries } from '#app/catalog/stock.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff, runForm } from '#test/staff.ts'
import { listItems } from './items.server.ts'
import { forms } from './item-forms.server.ts'
import type { CatalogKind } from './rules/kinds.ts'

type Typed = Record<string, string>

function press(ctx: TestContext, kind: CatalogKind, formKey: string, typed: Typed) {
  const desk = { ctx, by: 'R. Desk', actor: 'R. Desk <desk@example.com>', timeZone: 'America/New_York' }
  const input = { key: formKey, price: '35', onShelf: '12', ...typed }
  return runForm(forms.make, desk, { params: { kind }, input })
}

const gear = { slug: 'gear', name: 'Gear', taxClass: 'goods', position: '1' }
const light = {
  id: 'weapon-light',
  name: 'Weapon light',
  description: '1,000 lumen',
  category: 'gear',
  image: 'light',
  caAb1263: 'covered',
  position: '1',
}

test('presses of one form at once make one item, with one first stock and one entry of the log', async ({
  ctx,
}) => {
  await press(ctx, 'categories', secretToken(), gear)
  const formKey = secretToken()
  const presses = Array.from({ length: 4 }, () => press(ctx, 'accessories', formKey, light))
  const answers = await Promise.all(presses)
  expect(answers).toMatchObject(answers.map(() => ({ ok: true, key: 'weapon-light' })))
  expect(await press(ctx, 'accessories', formKey, light)).toMatchObject({
    ok: true,
    key: 'weapon-light',
  })
  expect(
    (await listStockEntries(ctx.db, 'accessory', 'weapon-light')).map(({ quantity }) => quantity),
  ).toEqual([12])
  const created = (await listAuditEntries(ctx.db)).filter(({ subject }) => subject.startsWith('accessories/'))
  expect(created.map(({ verb }) => verb)).toEqual(['catalog-create'])
})

test('an item that the shop names is made once as well', async ({ db, ctx }) => {
  const { id: drop } = await givenDrop(db)
  const patch = { dropId: drop, name: 'Field', position: '1', grantsEarlyAccess: 'no' }
  const formKey = secretToken()
  const first = await press(ctx, 'patches', formKey, patch)
  expect(first).toMatchObject({ ok: true })
  expect(await press(ctx, 'patches', formKey, patch)).toEqual(first)
  expect(await listItems(db, 'patches', ctx.now())).toHaveLength(1)
})

test('a form that was changed makes another item, and a refused one is tried again', async ({ ctx }) => {
  const formKey = secretToken()
  expect(await press(ctx, 'categories', formKey, gear)).toMatchObject({ ok: true, key: 'gear' })
  const other = { ...gear, name: 'Other gear' }
  expect(await press(ctx, 'categories', formKey, other)).toEqual({ ok: false, why: 'key_taken' })
  expect(await press(ctx, 'categories', formKey, other)).toEqual({ ok: false, why: 'key_taken' })
  expect(await press(ctx, 'categories', formKey, { ...other, slug: 'other' })).toMatchObject({
    ok: true,
    key: 'other',
  })
})

test('the form has a key of its own, and its second press leads to the item', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie: Cookie } = await givenStaff(ctx, 'manager')
  const path = '/staff/catalog/categories/new'
  const keyOf = async () => {
    const html = await (await ask(path, { headers: { Cookie } })).text()
    return /name="key"[^>]* value="([^"]{16,})"/.exec(html)?.[1] ?? ''
  }
  const [key, another] = [await keyOf(), await keyOf()]
  expect(key).not.toBe(another)
  const send = async (form: Typed) => {
    const answer = await ask(path, { form: { ...form, verb: 'make' }, headers: { Cookie } })
    return [answer.status, answer.headers.get('Location')]
  }
  const made = [303, '/staff/catalog/categories/gear']
  expect(await send({ ...gear, key })).toEqual(made)
  expect(await send({ ...gear, key })).toEqual(made)
  expect(await send({ ...gear, key: another })).toEqual([409, null])
  expect(await send({ ...gear, slug: 'keyless' })).toEqual([422, null])
})
