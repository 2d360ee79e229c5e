import type { Clock } from '#app/kit/clock.ts'
import type { PaymentGateway } from '../gateway.ts'
import { checkAccess } from './access.server.ts'
import { chargeCard, findCharge } from './charges.server.ts'
import { type ClientSettings, createClient } from './client.server.ts'
import { readNotification } from './notification.server.ts'
import { findRefund, refundCharge } from './refunds.server.ts'
import { findChargeOfRefund, listStatement } from './statement.server.ts'
import { transactionReply } from './replies.ts'

/**
 * The Authorize.Net gateway. Card numbers are typed into its own form and never reach the shop: we get a token that is
 * good for one payment within 15 minutes.
 */
export function createAuthorizeNetGateway(settings: ClientSettings & { now: Clock }): PaymentGateway {
  const { account, now } = settings
  const ask = createClient(settings)
  return {
    name: 'authorize-net',
    checkout: {
      kind: 'hosted-fields',
      script: `${account.formHost}/v3/AcceptUI.js`,
      host: account.formHost,
      apiLoginId: account.apiLoginId,
      clientKey: account.clientKey,
    },
    checkAccess: () => checkAccess(ask),
    charge: (request) => chargeCard(ask, request, now()),
    findCharge: (attemptId, known = {}) => findCharge(ask, attemptId, known, now()),
    refund: (request) => refundCharge(ask, request, now()),
    findRefund: (refundId) => findRefund(ask, refundId, undefined, now()),
    listTransactions: (from, to) => listStatement(ask, from, to, now()),
    findChargeOfRefund: (ref) => findChargeOfRefund(ask, ref),
    parseWebhook: (request) => readNotification(request, account.signatureKey, ask),

    async settleReview(attemptId, verdict) {
      const held = await findCharge(ask, attemptId, {}, now())
      if (held.outcome !== 'review') return held
      const action = verdict === 'captured' ? 'approve' : 'decline'
      await ask(
        'updateHeldTransactionRequest',
        { refId: attemptId, heldTransactionRequest: { action, refTransId: held.chargeRef } },
        transactionReply,
      )
      return findCharge(ask, attemptId, { chargeRef: held.chargeRef }, now())
    },
  }
}
