import { recordAudit } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import type { Operator } from '../scripts/operator.ts'
import type { TestContext } from './db.ts'
import { givenPaymentContext, ordersOnSale } from './shop.ts'

/** The operator's command on a test's database: sam at work, without a queue. */
export function operatorOn(ctx: TestContext): Operator {
  const record: Operator['record'] = (work, what) => recordAudit(work, { ...what, actor: 'sam' })
  const operator: Partial<Operator> = {
    paymentCtx: givenPaymentContext(ctx),
    actor: 'sam',
    sellables: ordersOnSale,
    timeZone: 'America/New_York',
    publicUrl: 'http://shop.test',
    record,
    act: (what, task) =>
      transact(ctx, async (work) => {
        const done = await task(work)
        if (done.ok) await record(work, what)
        return done
      }),
  }
  return operator as Operator
}
