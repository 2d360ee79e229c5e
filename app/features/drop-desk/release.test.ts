import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { hold } from '#test/buyer-steps.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { visitor } from '#test/visitor.ts'

test('a held number is put back on sale with a reason, once', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const buyer = await visitor(ctx)
  await hold(buyer, 'test-drop', 2)
  const desk = buyer.another()
  await desk.signIn('owner')
  const release = async () => {
    await desk.open('/staff/drops/test-drop/release?number=2')
    desk.fill({ Reason: 'Held by mistake' })
    await desk.press('Put it back on sale')
  }
  await release()
  expect(desk.path).toBe('/staff/drops/test-drop/live')
  expect((await listAuditEntries(ctx.db))[0]).toMatchObject({
    verb: 'release',
    subject: 'test-drop 2',
    data: { reason: 'Held by mistake' },
  })
  await release()
  expect(desk.text).toContain('This number is on sale already.')
})
