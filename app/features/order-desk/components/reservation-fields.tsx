import type { ReactNode } from 'react'
import { CheckField, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import type { OrderVerb } from '../input.ts'
import { exitWords } from '../words/exits.ts'
import { balanceFields } from './balance-fields.tsx'
import { dealerVerbFields } from './dealer-verb-fields.tsx'
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
        {...around.field('variant', around.sheet.firearms[0]?.variant)}
        hint="Variant, caliber, barrel, finish: as the buyer will hold it."
      />
      <TextField
        label="What the price includes"
        {...around.field('includes', around.sheet.firearms[0]?.includes)}
      />
      <TextField
        label="Final price in dollars, without sales tax"
        {...around.field('price', around.sheet.firearms[0]?.price)}
        inputMode="decimal"
        hint="The deposit is credited to it. The buyer is emailed a link to accept it."
      />
    </>
  ),
  ...balanceFields,
  move_stage: MoveFields,
  ...dealerVerbFields,
  close: CloseFields,
}

function CloseFields(around: Around) {
  const { field } = around
  return (
    <>
      <FirearmField {...around} />
      <SelectField
        label="Why it ends, by its row of the refund policy"
        {...field('exit')}
        options={Object.entries(exitWords)}
      />
      <TextField
        label="Deposit that goes back in dollars, where that was agreed; 0 for nothing"
        {...field('amount')}
        inputMode="decimal"
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
