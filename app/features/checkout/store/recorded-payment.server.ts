import { acceptedVersions } from '#app/features/orders/rules/policy-versions.ts'
import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { recordedByStaff } from '#app/features/payments/store/attempts.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type BeginResult, beginPayment } from './pay.server.ts'

export type RecordedPayment = { orderId: string; amountCents: number; buyer: BuyerDetails }

/**
 * Starts a payment that staff record: by the gateway for money taken by hand, without a due date, since the money is here.
 * The buyer confirmed nothing with it, so the order stores no attestation.
 */
export async function beginRecordedPayment(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, amountCents, buyer }: RecordedPayment,
): Promise<BeginResult> {
  const began = await beginPayment(work, sellables, {
    orderId,
    formKey: secretToken(),
    requestFingerprint: recordedByStaff,
    buyer,
    shownCents: amountCents,
    shownStatement: undefined,
    rules: [],
    ages: [],
    accepted: acceptedVersions,
    prices: undefined,
    gateway: 'manual',
    invoice: undefined,
    isReceived: true,
  })
  if (began.ok)
    await work.tx
      .update(orders)
      .set({
        attestedAt: null,
        attestation: null,
        attestedAge: null,
        termsVersion: null,
        refundPolicyVersion: null,
      })
      .where(eq(orders.id, orderId))
  return began
}
