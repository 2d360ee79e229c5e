import type { ReactNode } from 'react'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import type { OrderVerb } from '../input.ts'
import type { Around } from './document-fields.tsx'
import { FirearmField } from './firearm-field.tsx'

type BalanceVerb = Extract<OrderVerb, `${string}_balance`>

export const balanceFields: Record<BalanceVerb, (around: Around) => ReactNode> = {
  request_balance: (around) => (
    <>
      <FirearmField {...around} />
      <TextField label="Due on, if not in 14 days" {...around.field('dueOn')} type="date" />
      <TextField
        label="Dealer’s county in Florida, if we looked it up"
        {...around.field('county')}
        hint="Sales tax depends on it. The buyer is emailed the pay link, with the tax and the day."
      />
    </>
  ),
  record_balance: (around) => (
    <>
      <FirearmField {...around} />
      <TextField
        label="Amount in dollars, with its tax"
        {...around.field('amount', around.sheet.firearms[0]?.balanceDue)}
        inputMode="decimal"
      />
      <PayoutFields {...around} />
    </>
  ),
  extend_balance: (around) => (
    <>
      <FirearmField {...around} />
      <TextField label="New due day" {...around.field('dueOn')} type="date" />
      <ReasonField {...around} />
    </>
  ),
  withdraw_balance: BalanceReason,
  waive_balance: BalanceReason,
}

export function PayoutFields({ field }: Around) {
  return (
    <>
      <SelectField
        label="Paid by"
        {...field('method', 'check')}
        options={[
          ['check', 'Check'],
          ['wire', 'Bank transfer'],
          ['cash', 'Cash'],
          ['other', 'Another way'],
        ]}
      />
      <TextField label="Number of the check or transfer" {...field('reference')} />
    </>
  )
}

function ReasonField({ field }: Around) {
  return <TextField label="Reason" {...field('reason')} />
}

function BalanceReason(around: Around) {
  return (
    <>
      <FirearmField {...around} />
      <ReasonField {...around} />
    </>
  )
}
