import { actAs, actOnce } from '#app/access/act.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { expectRevision, type OrderEvent } from '#app/features/orders/store/revision.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { GateName } from '#app/features/reservations/rules/gates.ts'
import type { Shipment } from '#app/features/reservations/rules/shipment.ts'
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

/** Performs and audits a verb of one transaction, if the order is still as it was seen. */
export function act(
  acting: Pick<Acting, 'ctx' | 'orderId' | 'revision' | 'actor'>,
  verb: string,
  data: AuditData,
  task: (work: UnitOfWork) => Promise<Outcome>,
): Promise<Outcome> {
  const { ctx, orderId, revision, actor } = acting
  return actAs(ctx, actor, { verb, subject: orderId, data }, async (work) => {
    const expected = await expectRevision(work, orderId, revision)
    return expected.ok ? task(work) : expected
  })
}

/** The same for a verb that leaves the revision as it is, such as a mail: `key` is that of its form, which counts once. */
export function once(
  { ctx, orderId, revision, actor }: Acting,
  key: string,
  verb: string,
  task: (work: UnitOfWork) => Promise<Outcome>,
): Promise<Outcome> {
  const form = { key, typed: [verb, orderId] }
  return actOnce<Outcome>(ctx, actor, { verb, subject: orderId, data: {} }, form, async (work) => {
    const expected = await expectRevision(work, orderId, revision)
    return expected.ok ? task(work) : expected
  })
}

/** The same for verbs that ask the gateway after their transaction. */
export function guarded(acting: Acting, verb: string, data: AuditData) {
  const { orderId, revision, actor } = acting
  return {
    guard: (work: UnitOfWork) => expectRevision(work, orderId, revision),
    alongside: (work: UnitOfWork) => recordAudit(work, { actor, verb, subject: orderId, data }),
  }
}
