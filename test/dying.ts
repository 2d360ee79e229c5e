// Processes that end in the middle of something.
import type { PaymentGateway } from '#app/gateway/gateway.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'

/** The process dies at this point: nothing after it happens, and nobody catches it. */
export class ProcessDied extends Error {}

/** A process that ends before or after its request to the processor. */
export function dying(paymentCtx: PaymentContext, { isAfter }: { isAfter: boolean }): PaymentContext {
  const { gateway } = paymentCtx
  async function die<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (isAfter) await ask()
    throw new ProcessDied()
  }
  const mortal: PaymentGateway = {
    ...gateway,
    charge: (request) => die(() => gateway.charge(request)),
    refund: (request) => die(() => gateway.refund(request)),
  }
  return { ...paymentCtx, gateway: mortal }
}

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

/** What a process did until it died. Whatever else goes wrong is thrown. */
export async function unlessDead(task: Promise<unknown>) {
  await task.catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error
  })
}
