import { actAs, type Recorded } from '#app/access/act.server.ts'
import { beginForm, endForm } from '#app/access/make-once.server.ts'
import { transact } from '#app/db/work.server.ts'
import { GatewayTimeout, type PaymentGateway } from '#app/gateway/gateway.ts'
import { testId } from '#app/gateway/test-charge.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { Mail, Mailer } from '#app/mail/mailer.ts'
import type { SetupContext } from './flows.server.ts'
import { type SetupStep, type StepState, testChargeCents } from './rules.ts'
import { noteStep } from './store.server.ts'

export type TryResult = { state: Exclude<StepState, 'skipped'>; detail: string }

/**
 * Tries what a form asks for, once: sent again, the form tries nothing, and its page shows the stored result of the first. Of two
 * presses at once the second is refused while the first is running, which may take as long as a gateway or mail server does.
 */
export async function tryOnce(
  { ctx }: SetupContext,
  step: 'payments' | 'mail',
  key: string,
  run: () => Promise<TryResult>,
): Promise<Recorded<{ ok: true }> | Refusal<'running'>> {
  const form = { key, typed: ['setup', step] }
  const begun = await transact(ctx, (work) => beginForm(work, form))
  if (begun === 'running') return refuse('running')
  if (begun === 'first') {
    await run()
    await transact(ctx, (work) => endForm(work, form))
  }
  // The first press has recorded it.
  return { ok: true } as Recorded<{ ok: true }>
}

/**
 * Charges one dollar through the configured gateway and refunds it at once. The result is stored, whatever it is. The
 * gateway is queried outside any transaction.
 */
export async function tryCharge(
  setup: SetupContext,
  gateway: PaymentGateway,
  paymentToken: string,
): Promise<TryResult> {
  return storeResult(setup, 'payments', await chargeAndReturn(gateway, paymentToken))
}

async function chargeAndReturn(gateway: PaymentGateway, paymentToken: string): Promise<TryResult> {
  const failed = (detail: string): TryResult => ({ state: 'failed', detail })
  const attemptId = testId()
  const request = { attemptId, orderId: attemptId, amountCents: testChargeCents, paymentToken }
  try {
    const access = await gateway.checkAccess()
    if (!access.ok) return failed(access.why)
    const charged = await gateway.charge(request).catch(async (error: unknown) => {
      if (error instanceof GatewayTimeout) return gateway.findCharge(attemptId)
      throw error
    })
    if (charged.outcome === 'declined') return failed(`The card was declined: ${charged.reason}`)
    if (charged.outcome === 'review')
      return failed(
        'The payment service holds the charge for a person to check. Look at it in your account there.',
      )
    if (charged.outcome === 'not_found')
      return failed('The payment service did not answer. Nothing was charged.')
    const { chargeRef, amountCents } = charged
    const amount = formatCentsExact(amountCents)
    const returned = await gateway.refund({ refundId: testId(), attemptId, chargeRef, amountCents })
    if (returned.outcome === 'refunded')
      return {
        state: gateway.name === 'sandbox' ? 'partial' : 'done',
        detail:
          gateway.name === 'sandbox'
            ? `The sandbox charged ${amount} and gave it back. No money moves until PAYMENTS is set.`
            : `${amount} was charged and given back at once.`,
      }
    return failed(
      `${amount} was charged and not given back yet: ${returned.reason} Void ${chargeRef} in your account there.`,
    )
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error
    return failed(`The payment service did not answer. Look for ${attemptId} in your account there.`)
  }
}

/** Sends a test message and stores what came of it. The mailer's own words are for the owner, who configures it. */
export async function tryMail(
  setup: SetupContext,
  mailer: Mailer,
  mail: Mail,
  isLocal: boolean,
): Promise<TryResult> {
  const result = await mailer.send(mail).then(
    (): TryResult => ({
      state: isLocal ? 'partial' : 'done',
      detail: isLocal
        ? 'Written to the local mailbox. Nothing leaves the shop until SMTP_URL is set.'
        : `Handed to the mail server for ${mail.to}. See that it arrived.`,
    }),
    (error: unknown): TryResult => ({
      state: 'failed',
      detail: `The mail server refused it: ${error instanceof Error ? error.message.slice(0, 300) : 'no reason given'}`,
    }),
  )
  return storeResult(setup, 'mail', result)
}

export function storeResult(
  { ctx, actor }: SetupContext,
  step: SetupStep,
  result: TryResult,
): Promise<Recorded<TryResult & { ok: true }>> {
  const act = { verb: `setup-${step}`, subject: step, data: { state: result.state } }
  return actAs(ctx, actor, act, async (work) => {
    await noteStep(work, step, { state: result.state, by: actor, detail: result.detail })
    return { ok: true as const, ...result }
  })
}
