import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { listPatches } from '#app/features/drops/store/patches.server.ts'
import { findDrop } from '#app/features/drops/store/drops.server.ts'
import { givenPublished, patch, save, slug } from '#test/drop-plans.ts'
import { test } from '#test/db.ts'

test('new patches come last, and all stay in the order of the sheet', async ({ db, ctx }) => {
  const named = (name: string) => ({ ...patch, id: randomUUID(), name })
  const patches = [named('Field'), named('Night')]
  await givenPublished(ctx, { patches })
  const drop = await findDrop(db, slug, ctx.now())
  const shown = async () => (await listPatches(db, drop?.id ?? '', ctx.now())).map(({ name }) => name)
  expect(await shown()).toEqual(['Field', 'Night'])
  expect(await save(ctx, { patches: [...patches, named('Ash')] })).toMatchObject({ ok: true })
  expect(await shown()).toEqual(['Field', 'Night', 'Ash'])
})
