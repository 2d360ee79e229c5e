import type { ReactNode } from 'react'
import { CheckField, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { TrackingFields } from '#app/features/console/components/tracking.tsx'
import { openCarrierChoice } from '#app/features/orders/words/parcels.ts'
import { gateWords, shipmentHint } from '#app/features/reservations/words.ts'
import { stages } from '#app/features/orders/rules.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { OrderVerb } from '../input.ts'
import { exitWords } from '../words/exits.ts'
import { stageLabels } from '../words.ts'
import { type Around, documentFields, NoteField } from './document-fields.tsx'

type ReservationVerb = Exclude<
  OrderVerb,
  'note' | 'correct_buyer' | 'send_link' | 'end_links' | 'refund' | 'record_payout' | 'retry_refund'
>

/** The fields of the verbs about a reservation. */
export const reservationFields: Record<ReservationVerb, (around: Around) => ReactNode> = {
  approve: (around) => (
    <NoteField {...around} label="Note, with your name, the rule versions and the time">
      The buyer is emailed that the review is done. It counts for the rules as they are now.
    </NoteField>
  ),
  ...documentFields,
  decline: (around) => (
    <NoteField {...around} label="Why, in the words the buyer reads">
      {`Everything that was paid goes back, ${formatCentsExact(around.sheet.money.refundableCents)}, and the reservation ends.`}
    </NoteField>
  ),
  send_agreement: (around) => (
    <>
      <FirearmField {...around} />
      <TextField
        label="What is built"
        name="variant"
        defaultValue={around.typed('variant', around.sheet.firearms[0]?.variant)}
        errors={around.errors.variant}
        hint="Variant, caliber, barrel, finish: as the buyer will hold it."
      />
      <TextField
        label="What the price includes"
        name="includes"
        defaultValue={around.typed('includes', around.sheet.firearms[0]?.includes)}
        errors={around.errors.includes}
      />
      <TextField
        label="Final price in dollars, without sales tax"
        name="price"
        inputMode="decimal"
        defaultValue={around.typed('price', around.sheet.firearms[0]?.price)}
        errors={around.errors.price}
        hint="The deposit is credited to it. The buyer is emailed a link to accept it."
      />
    </>
  ),
  request_balance: (around) => (
    <>
      <FirearmField {...around} />
      <TextField
        label="Due on, if not in 14 days"
        name="dueOn"
        type="date"
        defaultValue={around.typed('dueOn')}
        errors={around.errors.dueOn}
      />
      <TextField
        label="Dealer’s county in Florida, if we looked it up"
        name="county"
        defaultValue={around.typed('county')}
        errors={around.errors.county}
        hint="Sales tax depends on it. The buyer is emailed the pay link, with the tax and the day."
      />
    </>
  ),
  record_balance: (around) => (
    <>
      <FirearmField {...around} />
      <TextField
        label="Amount in dollars, with its tax"
        name="amount"
        inputMode="decimal"
        defaultValue={around.typed('amount', around.sheet.firearms[0]?.balanceDue)}
        errors={around.errors.amount}
      />
      <PayoutFields {...around} />
    </>
  ),
  extend_balance: (around) => (
    <>
      <FirearmField {...around} />
      <TextField
        label="New due day"
        name="dueOn"
        type="date"
        defaultValue={around.typed('dueOn')}
        errors={around.errors.dueOn}
      />
      <ReasonField {...around} />
    </>
  ),
  withdraw_balance: BalanceReason,
  waive_balance: BalanceReason,
  settle_tax: (around) => (
    <>
      <SelectField
        label="Difference"
        name="position"
        defaultValue={around.typed('position')}
        errors={around.errors.position}
        options={around.sheet.firearms
          .filter(({ isTaxSettled }) => !isTaxSettled)
          .map(
            ({ position, title, taxDifferenceCents }) =>
              [String(position), `${title}: ${taxWords(taxDifferenceCents)}`] as const,
          )}
      />
      <TextField
        label="How it was settled: refunded, collected or borne, and where that is recorded"
        name="reason"
        defaultValue={around.typed('reason')}
        errors={around.errors.reason}
        hint="This moves no money. A dealer in another place opens it again."
      />
    </>
  ),
  move_stage: MoveFields,
  set_dealer: (around) => (
    <TextField
      label="License number on the federal list"
      name="license"
      defaultValue={around.typed('license', around.sheet.dealer?.key ?? '')}
      errors={around.errors.license}
      hint="The state rules are checked with the dealer’s state, the dealer is asked where we know the address, and the buyer is emailed."
    />
  ),
  withdraw_dealer: (around) => (
    <>
      <NoteField {...around} label="Why, for staff" />
      <CheckField label="What was shipped to the dealer is back with us" name="isBackWithUs" value="yes" />
    </>
  ),
  close: CloseFields,
}

/** How it was paid, and the number of the check or transfer. */
export function PayoutFields({ errors, typed }: Around) {
  return (
    <>
      <SelectField
        label="Paid by"
        name="method"
        defaultValue={typed('method', 'check')}
        errors={errors.method}
        options={[
          ['check', 'Check'],
          ['wire', 'Bank transfer'],
          ['cash', 'Cash'],
          ['other', 'Another way'],
        ]}
      />
      <TextField
        label="Number of the check or transfer"
        name="reference"
        defaultValue={typed('reference')}
        errors={errors.reference}
      />
    </>
  )
}

function ReasonField({ errors, typed }: Around) {
  return <TextField label="Reason" name="reason" defaultValue={typed('reason')} errors={errors.reason} />
}

function BalanceReason(around: Around) {
  return (
    <>
      <FirearmField {...around} />
      <ReasonField {...around} />
    </>
  )
}

/** Which firearm; a hidden field where there is one. */
function FirearmField({ sheet, errors, typed }: Around) {
  const open = sheet.firearms.filter(({ isOpen }) => isOpen)
  const [only, ...others] = open
  if (only && others.length === 0) return <input type="hidden" name="position" value={only.position} />
  return (
    <SelectField
      label="Firearm"
      name="position"
      defaultValue={typed('position')}
      errors={errors.position}
      options={open.map(({ position, title }) => [String(position), title] as const)}
    />
  )
}

function MoveFields(around: Around) {
  const { sheet, errors, typed } = around
  const open = sheet.firearms.filter(({ isOpen }) => isOpen)
  const held = [...new Set(open.flatMap(({ heldBy }) => heldBy))]
  const offered = stages.filter((stage) =>
    open.some(({ next, previous }) => stage === next || stage === previous),
  )
  return (
    <>
      <FirearmField {...around} />
      <SelectField
        label="To"
        name="to"
        defaultValue={typed('to', open[0]?.next ?? '')}
        errors={errors.to}
        options={offered.map((stage) => [stage, stageLabels[stage]] as const)}
      />
      <TextField
        label="The day on which it happened"
        name="onDay"
        type="date"
        defaultValue={typed('onDay', sheet.today)}
        errors={errors.onDay}
      />
      {open.some(({ next }) => next === 'shipped') && (
        <TrackingFields
          carriers={openCarrierChoice}
          carrier={typed('carrier')}
          tracking={typed('tracking')}
          errors={errors}
          hint={shipmentHint}
        />
      )}
      <TextField label="Note for staff" name="note" defaultValue={typed('note')} errors={errors.note} />
      <TextField
        label="Why it goes back, if it does"
        name="backReason"
        defaultValue={typed('backReason')}
        errors={errors.backReason}
      />
      {held.length > 0 && (
        <ul className="grid gap-1">
          {held.map((gate) => (
            <li key={gate} className="text-muted">
              {gateWords[gate].held}
            </li>
          ))}
        </ul>
      )}
      {held.length > 0 && sheet.mayOverride && (
        <TextField
          label="Owner override: why it moves past these gates"
          name="overrideReason"
          defaultValue={typed('overrideReason')}
          errors={errors.overrideReason}
        />
      )}
      <p className="text-muted">The buyer is emailed the new stage and what comes next.</p>
    </>
  )
}

function CloseFields(around: Around) {
  const { errors, typed } = around
  return (
    <>
      <FirearmField {...around} />
      <SelectField
        label="Why it ends, by its row of the refund policy"
        name="exit"
        defaultValue={typed('exit')}
        errors={errors.exit}
        options={Object.entries(exitWords)}
      />
      <TextField
        label="Deposit that goes back in dollars, where that was agreed; 0 for nothing"
        name="amount"
        inputMode="decimal"
        defaultValue={typed('amount')}
        errors={errors.amount}
      />
      <CheckField
        label="Its form was withdrawn: the number goes back on sale"
        name="isReleased"
        value="yes"
      />
      <NoteField {...around} label="What the buyer reads besides the reason" />
    </>
  )
}

function taxWords(cents: number): string {
  if (cents === 0) return 'right again, after a difference that was settled'
  return `${formatCentsExact(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'} is due`
}
