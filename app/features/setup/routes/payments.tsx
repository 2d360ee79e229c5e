import { Form } from 'react-router'
import { SelectField } from '#app/features/console/components/fields.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { Island } from '#app/islands/island.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { SettingsList, StepSheet } from '../components/step-sheet.tsx'
import { tryCharge, tryOnce } from '../flows.server.ts'
import { chargeInput } from '../input.ts'
import { type NeededSetting, stepPath } from '../rules.ts'
import type { Route } from './+types/payments'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Payments') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const { name, checkout } = shop.gateway
  const shown = (await showProgress(shop)).payments
  return { formKey: secretToken(), shown, settings: settingsOf(name), name, checkout }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: chargeInput,
  run: ({ desk, input: { key, paymentToken } }) =>
    tryOnce(desk, 'payments', key, () => tryCharge(desk, desk.ctx.gateway, paymentToken)),
  to: stepPath('payments'),
  refusal: () => '',
})

const accountKeys = {
  AUTHNET_API_LOGIN_ID: 'Of your account at Authorize.Net, under API Credentials.',
  AUTHNET_TRANSACTION_KEY: 'From the same page. It moves money: keep it out of mail and chat.',
  AUTHNET_CLIENT_KEY: 'The public client key, for the card form.',
  AUTHNET_SIGNATURE_KEY: 'Signs the notifications that the shop receives.',
}

/** What the gateway in use was opened with. A shop does not start with one of them missing. */
function settingsOf(gateway: GatewayName): NeededSetting[] {
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
  const { formKey, shown, settings, checkout } = loaderData
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
          <input type="hidden" name="key" value={formKey} autoComplete="off" />
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
