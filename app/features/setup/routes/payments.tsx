import { Form } from 'react-router'
import { z } from 'zod'
import { SelectField } from '#app/features/console/components/fields.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { Island } from '#app/islands/island.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type GatewayName, GatewayTimeout, type PaymentGateway, testId } from '#app/gateway/gateway.ts'
import { formKey } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { SettingsList, StepSheet } from '../components/step-sheet.tsx'
import { stepPath } from '../rules.ts'
import { showProgress, type Trial, tryOnce } from '../store.server.ts'
import type { Route } from './+types/payments'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { name, checkout } = shop.gateway
  const { payments: shown } = await showProgress(shop)
  return { key: secretToken(), shown, settings: settingsOf(name), checkout }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.object({ key: formKey, paymentToken: z.string().min(1, 'Enter a card first.').max(4_000) }),
  run: ({ desk, input: { key, paymentToken } }) =>
    tryOnce(desk, 'payments', key, () => tryCharge(desk.ctx.gateway, paymentToken)),
  to: stepPath('payments'),
  refusal: () => '',
})

const testChargeCents = 100

/** One dollar, refunded at once. The gateway is queried outside any transaction. */
export async function tryCharge(gateway: PaymentGateway, paymentToken: string): Promise<Trial> {
  const failed = (detail: string): Trial => ({ state: 'failed', detail })
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
    if (returned.outcome !== 'refunded')
      return failed(
        `${amount} was charged and not given back yet: ${returned.reason} Void ${chargeRef} in your account there.`,
      )
    return gateway.name === 'sandbox'
      ? {
          state: 'partial',
          detail: `The sandbox charged ${amount} and gave it back. No money moves until PAYMENTS is set.`,
        }
      : { state: 'done', detail: `${amount} was charged and given back at once.` }
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error
    return failed(`The payment service did not answer. Look for ${attemptId} in your account there.`)
  }
}

const accountKeys = {
  AUTHNET_API_LOGIN_ID: 'Of your account at Authorize.Net, under API Credentials.',
  AUTHNET_TRANSACTION_KEY: 'From the same page. It moves money: keep it out of mail and chat.',
  AUTHNET_CLIENT_KEY: 'The public client key, for the card form.',
  AUTHNET_SIGNATURE_KEY: 'Signs the notifications that the shop receives.',
}

/** What the gateway in use was opened with. A shop does not start with one of them missing. */
function settingsOf(gateway: GatewayName) {
  const isSet = gateway !== 'sandbox'
  if (gateway === 'manual')
    return [
      { name: 'PAYMENTS', isSet, help: 'Invoices: nothing is charged by the shop.' },
      { name: 'INVOICE_PAY_TO', isSet, help: 'How customers pay an invoice.' },
    ]
  const payments = isSet
    ? 'Cards by Authorize.Net.'
    : 'This is the sandbox: no money moves. Set authorize-net for cards, with the keys of your account, or manual for invoices.'
  const settings = Object.entries({ PAYMENTS: payments, ...accountKeys })
  return settings.map(([name, help]) => ({ name, isSet, help }))
}

export default function PaymentsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { key, shown, settings, checkout } = loaderData
  const errors = actionData?.fieldErrors.paymentToken
  return (
    <StepSheet step="payments" shown={shown}>
      <SettingsList caption="Settings for payments" settings={settings} />
      {checkout.kind === 'invoice' ? (
        <Form method="post" action={`${stepPath('payments')}/confirm`} className="grid max-w-[620px] gap-3">
          <p className="whitespace-pre-line">{checkout.payTo}</p>
          <p>
            <Status kind="gate">Nothing to charge: customers pay by invoice</Status>
          </p>
          <span>
            <Verb look="primary">This is how invoices are paid</Verb>
          </span>
        </Form>
      ) : (
        <Form
          method="post"
          className="grid max-w-[620px] gap-4"
          aria-label="Test charge"
          noValidate
          target="_self"
        >
          <input type="hidden" name="key" value={key} autoComplete="off" />
          {checkout.kind === 'test-cards' ? (
            <SelectField
              label="Card"
              name="paymentToken"
              options={checkout.cards.map(({ token, label }) => [token, label] as const)}
              errors={errors}
            />
          ) : (
            <>
              <Island name="card-form" props={checkout} />
              {errors?.[0] && <p className="field-error">{errors[0]}</p>}
            </>
          )}
          <span>
            <Verb look="primary" busyWords="Charging...">
              Charge $1.00 and give it back
            </Verb>
          </span>
        </Form>
      )}
    </StepSheet>
  )
}
