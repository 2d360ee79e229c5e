import { actAs, type Recorded } from '#app/access/act.server.ts'
import type { SentForm } from '#app/access/make-once.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { expectRevision, type OrderEvent } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { GateName, Shipment } from '#app/features/reservations/rules.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { Refusal } from '#app/kit/refusal.ts'

export type Acting = {
  ctx: PaymentContext
  sellables: Sellables
  timeZone: string
  orderId: string
  revision: number
  by: string
  actor: string
  keyedHash: KeyedHash
  mayOverride: boolean
}

/**
 * What came of a verb. The refusal `changed` carries the events since the revision that was seen; `gates` those that hold a
 * move; a refusal of the state rules the verdict; one without carrier or tracking number the fields that are missing.
 */
export type Outcome =
  | { ok: true }
  | (Refusal & { since?: OrderEvent[]; gates?: GateName[]; verdict?: Verdict; missing?: (keyof Shipment)[] })

type AuditData = Record<string, string | number | boolean>

/** Performs and audits a verb, if the order is still as it was seen. `form`: that of one that leaves the revision as it is. */
export function act<Result extends { ok: boolean } = Outcome>(
  { ctx, orderId, revision, actor }: Pick<Acting, 'ctx' | 'orderId' | 'revision' | 'actor'>,
  verb: string,
  data: AuditData,
  task: (work: UnitOfWork) => Promise<Result>,
  form?: SentForm,
): Promise<Recorded<Result>> {
  const expect = (work: UnitOfWork) => expectRevision(work, orderId, revision)
  return actAs(ctx, actor, { verb, subject: orderId, data, expect, ...(form && { form }) }, task)
}
