import type { ReactNode } from 'react'
import { CheckField, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import type { OrderVerb } from '../input.ts'
import { exitWords } from '../words/exits.ts'
import { balanceFields } from './balance-fields.tsx'
import { type Around, documentFields, NoteField } from './document-fields.tsx'
import { FirearmField } from './firearm-field.tsx'
import { MoveFields } from './move-fields.tsx'

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
  ...balanceFields,
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
