// Processes that end in the middle of something.
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'

/** The process dies at this point: nothing after it happens, and nobody catches it. */
export class ProcessDied extends Error {}

/** The same for money by hand, whose gateway is the only one to write outside a transaction: first its invoice, then that it came. */
export function dyingByHand<Ctx extends PaymentContext>(
  paymentCtx: Ctx,
  { isAfter }: { isAfter: boolean },
): Ctx {
  const last = isAfter ? 'update' : 'insert'
  const db = new Proxy(paymentCtx.db, {
    get(target, name, receiver) {
      if (name === last) throw new ProcessDied()
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  return { ...paymentCtx, db }
}
