import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import type { SellableLine } from '#app/features/orders/store/lines.server.ts'
import { test } from '#test/db.ts'
import { beginReturns } from './store/refund.server.ts'

function lineOf(name: string, log: string[], refuses: boolean, movesMoney: boolean): SellableLine {
  const returning = {
    refusal: () => Promise.resolve(undefined),
    begin: () => {
      log.push(`begin ${name}`)
      return Promise.resolve(refuses ? ('code_in_use' as const) : undefined)
    },
    undo: () => {
      log.push(`undo ${name}`)
      return Promise.resolve()
    },
    ...(movesMoney && { alsoRefundsCents: () => Promise.resolve(100) }),
  }
  return { ref: {}, sellable: { returning } } as unknown as SellableLine
}

test('a balance is refunded only once no other line refuses its return', async ({ ctx }) => {
  const log: string[] = []
  const lines = [lineOf('firearm', log, false, true), lineOf('patch', log, true, false)]
  expect(await transact(ctx, (work) => beginReturns(work, 'ORDER', lines, false))).toEqual({
    ok: false,
    why: 'code_in_use',
  })
  expect(log).toEqual(['begin patch'])
})
