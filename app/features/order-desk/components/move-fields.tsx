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
  const { sheet, field } = around
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
        {...field('to', open[0]?.next ?? '')}
        options={offered.map((stage) => [stage, stageLabels[stage]] as const)}
      />
      <TextField label="The day on which it happened" {...field('onDay', sheet.today)} type="date" />
      {open.some(({ next }) => next === 'shipped') && (
        <TrackingFields carriers={openCarrierChoice} field={field} hint={shipmentHint} />
      )}
      <TextField label="Note for staff" {...field('note')} />
      <TextField
        label="Why it goes back, if it does, in the words the buyer reads"
        {...field('backReason')}
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
        <TextField label="Owner override: why it moves past these gates" {...field('overrideReason')} />
      )}
      <p className="text-muted">The buyer is emailed the new stage and what comes next.</p>
    </>
  )
}
