import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { TrackingFields } from '#app/features/console/components/tracking.tsx'
import { stages } from '#app/features/orders/rules.ts'
import { openCarrierChoice } from '#app/features/orders/words/parcels.ts'
import { gateWords, shipmentHint } from '#app/features/reservations/words.ts'
import { stageLabels } from '../words.ts'
import type { Around } from './document-fields.tsx'
import { FirearmField } from './firearm-field.tsx'

/** The fields of a move: where to, on which day, how it travels, and why it goes back or past a gate. */
export function MoveFields(around: Around) {
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
        label="Why it goes back, if it does, in the words the buyer reads"
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
