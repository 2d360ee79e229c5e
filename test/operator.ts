import { actAs } from '#app/access/act.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import type { Operator } from '../scripts/operator.ts'
import { verbs } from '../scripts/operator-verbs.ts'
import { shopZone } from './moment.ts'
import type { TestContext } from './db.ts'
import { givenPaymentContext, ordersOnSale } from './shop.ts'

/** The operator command on a test's database, run by `sam`, without a queue. */
export function operatorOn(ctx: TestContext): Operator {
  const record: Operator['record'] = (work, what) => recordAudit(work, { ...what, actor: 'sam' })
  const operator: Partial<Operator> = {
    paymentCtx: givenPaymentContext(ctx),
    actor: 'sam',
    sellables: ordersOnSale,
    timeZone: shopZone,
    publicUrl: 'http://shop.test',
    record,
    act: (what, task) => actAs(ctx, 'sam', what, task),
  }
  return operator as Operator
}

/** Runs one verb as the operator's command does. Returns what it says, also where it refuses. */
export async function operate(ctx: TestContext, name: string, ...args: string[]): Promise<string> {
  const verb = verbs[name]
  if (!verb?.takes(args)) throw new Error(`Usage: ${verb?.usage ?? `there is no ${name}`}`)
  return (await verb.run(operatorOn(ctx), args)).words
}
