import { Form } from 'react-router'
import { deskFieldsOf, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Action, Actions } from '#app/features/console/components/gates.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { TrackingFields } from '#app/features/console/components/tracking.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { Stage } from '#app/features/orders/rules.ts'
import { carrierChoice, openCarrierChoice } from '#app/features/orders/words/parcels.ts'
import { gateWords, shipmentHint } from '#app/features/reservations/words.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { ShownMove } from '../routes/shown-move.server.ts'
import { stageHeads } from '../words.ts'

/** What came of a form: the fields that were refused, and what was typed. */
export type MoveAnswer = { verb: 'move' | 'tracking'; errors: FieldErrors; given: SubmittedFields }

type FormProps = { slip: ShownMove; answer: MoveAnswer | undefined }

/** The move to the next stage, with its gates. */
export function MoveForm({ slip, next, answer }: FormProps & { next: Stage }) {
  const { gates, revision, onDay, isShipping } = slip
  const field = deskFieldsOf(answer?.given ?? {}, answer?.errors ?? {})
  const held = gates.filter(({ isOpen }) => !isOpen)
  return (
    <Section item={2} title={`Move to ${stageHeads[next]}`}>
      {gates.length > 0 && (
        <Actions>
          {gates.map(({ name, isOpen }) => (
            <Action key={name} shape="done" gates={isOpen ? [] : [gateWords[name].held]}>
              {gateWords[name].label}
            </Action>
          ))}
        </Actions>
      )}
      <Form
        method="post"
        className="mt-3 grid gap-2"
        aria-label={`Move to ${stageHeads[next]}`}
        key={revision}
      >
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="to" value={next} />
        <TextField label="Day on which it happened" {...field('onDay', onDay)} type="date" max={onDay} />
        {isShipping && <TrackingFields carriers={openCarrierChoice} field={field} hint={shipmentHint} />}
        <TextField label="Note, for staff" {...field('note')} maxLength={500} />
        <span>
          {held.length > 0 ? (
            <Verb gate={held.map(({ name }) => gateWords[name].held)}>Move</Verb>
          ) : (
            <Verb look="primary" shortcut="⇧M" busyWords="Moving...">
              Move and send the email
            </Verb>
          )}
        </span>
      </Form>
    </Section>
  )
}

/** The way back, for a form that was returned or a mistake. */
export function BackForm({ slip: { revision, onDay }, previous }: { slip: ShownMove; previous: Stage }) {
  return (
    <Section item={5} title={`Back to ${stageHeads[previous]}`}>
      <Form
        method="post"
        className="grid gap-2"
        aria-label={`Back to ${stageHeads[previous]}`}
        key={revision}
      >
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="to" value={previous} />
        <TextField
          label="Day on which it went back"
          name="onDay"
          type="date"
          defaultValue={onDay}
          max={onDay}
        />
        <TextArea
          label="Why it goes back, in the words the buyer reads"
          name="backReason"
          required
          maxLength={500}
        />
        <span>
          <Verb look="stop" busyWords="Moving...">
            Move back and send the email
          </Verb>
        </span>
      </Form>
    </Section>
  )
}

/** The right carrier and number in the place of those that were noted. */
export function TrackingForm({ slip: { shipment, revision }, answer }: FormProps) {
  if (!shipment) return null
  const { carrier, tracking } = shipment
  const field = deskFieldsOf(answer?.given ?? { carrier, tracking }, answer?.errors ?? {})
  return (
    <Section item={3} title="Correct the tracking">
      <Form method="post" className="grid gap-2" aria-label="Correct the tracking" key={revision}>
        <input type="hidden" name="revision" value={revision} />
        <TrackingFields
          carriers={carrierChoice}
          field={field}
          hint="The stage stays as it is. The buyer is mailed the right number, and so is the dealer where we know the address."
        />
        <TextField label="What was wrong" {...field('reason')} maxLength={300} required />
        <span>
          <Verb name="verb" value="tracking" busyWords="Saving...">
            Correct and send the email
          </Verb>
        </span>
      </Form>
    </Section>
  )
}
