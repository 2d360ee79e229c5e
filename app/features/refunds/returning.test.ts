import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { alerts } from '#app/alerts/tables.ts'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import type { SellableLine } from '#app/features/orders/store/lines.server.ts'
import { test } from '#test/db.ts'
import { beginReturns } from './store/refund.server.ts'

function lineOf(name: string, refuses: boolean): SellableLine {
  const returning = {
    async begin(work: UnitOfWork) {
      await raiseAlert(work, { kind: 'refund_refused', subject: name, detail: 'A change' })
      return refuses ? ('code_in_use' as const) : undefined
    },
  }
  return { ref: {}, sellable: { returning } } as unknown as SellableLine
}

test('what began with a return is taken back when another line refuses, and the rest of the transaction stays', async ({
  ctx,
}) => {
  const lines = [lineOf('firearm', false), lineOf('patch', true)]
  await transact(ctx, async (work) => {
    await raiseAlert(work, { kind: 'refund_refused', subject: 'before', detail: 'A change' })
    expect(await beginReturns(work, 'ORDER', lines, false)).toEqual({ ok: false, why: 'code_in_use' })
  })
  const kept = await ctx.db.select({ subject: alerts.subject }).from(alerts).orderBy(sql`id`)
  expect(kept).toEqual([{ subject: 'before' }])
})
