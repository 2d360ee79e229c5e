import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CheckField, deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingFields, TrackingLink } from '#app/features/console/components/tracking.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import type { ParcelState } from '#app/features/orders/rules/parcel.ts'
import { carrierChoice, showTracking } from '#app/features/orders/words/parcels.ts'
import type { SubmittedFields } from '#app/http/form.ts'
import type { ShippingVerb } from '../input.ts'
import type { ShownParcel, ShownShipping } from '../store.server.ts'
import { decisionWords, parcelStateWords } from '../words.ts'

const shapes: Record<ParcelState, StatusKind> = {
  packed: 'half',
  sent: 'live',
  delivered: 'done',
  returned: 'review',
  decided: 'soon',
  refunded: 'void',
}

type FormProps = { slip: ShownShipping; parcel: string; label: string; children: ReactNode }

/** A form about one parcel. It carries the revision that it was made from. */
function ParcelForm({ slip, parcel, label, children }: FormProps) {
  return (
    <Form method="post" className="grid gap-2" aria-label={label}>
      <input type="hidden" name="revision" value={slip.revision} />
      <input type="hidden" name="parcel" value={parcel} />
      {children}
    </Form>
  )
}

function Do({
  verb,
  look,
  children,
}: {
  verb: ShippingVerb
  look?: 'primary' | 'stop' | 'quiet'
  children: string
}) {
  return (
    <Verb name="verb" value={verb} look={look ?? 'quiet'} busyWords="Working..." small>
      {children}
    </Verb>
  )
}

/** Packs what is left, or a part of it, into one parcel. */
export function PackForm({
  slip,
  parcelId,
  gates,
}: {
  slip: ShownShipping
  parcelId: string
  gates: readonly string[]
}) {
  if (slip.left.length === 0) return null
  return (
    <Section item={2} title="To pack">
      <ParcelForm slip={slip} parcel={parcelId} label="Pack a parcel">
        {slip.left.map(({ position, title, quantity }) => (
          <TextField
            key={position}
            label={`${title}, of ${quantity}`}
            name={`quantity-${position}`}
            type="number"
            min={0}
            max={quantity}
            defaultValue={quantity}
          />
        ))}
        <span>
          {gates.length > 0 ? (
            <Verb gate={gates}>Pack</Verb>
          ) : (
            <Do verb="pack" look="primary">
              Pack
            </Do>
          )}
        </span>
      </ParcelForm>
    </Section>
  )
}

type ParcelsProps = {
  slip: ShownShipping
  mayRefund: boolean
  /** What was typed in a form that was refused, which names its parcel. */
  given: SubmittedFields
}

/** The parcels of an order, each with what may be done with it now. */
export function Parcels({ slip, mayRefund, given }: ParcelsProps) {
  if (slip.parcels.length === 0) return null
  return (
    <Section item={3} title="Parcels">
      <ol className="grid gap-4">
        {slip.parcels.map((parcel) => (
          <li key={parcel.id} className="grid gap-2" aria-label={`Parcel ${parcel.number}`}>
            <span className="flex flex-wrap gap-4">
              <b>Parcel {parcel.number}</b>
              <Status kind={shapes[parcel.state]} figure={parcel.stateOn}>
                {parcelStateWords[parcel.state]}
              </Status>
            </span>
            <span className="text-muted">
              {parcel.items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
            </span>
            <Tracking parcel={parcel} />
            {parcel.decision && <span>{parcel.decision}</span>}
            <Steps
              slip={slip}
              parcel={parcel}
              mayRefund={mayRefund}
              given={given.parcel === parcel.id ? given : {}}
            />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Tracking({ parcel }: { parcel: ShownParcel }) {
  const tracking = showTracking(parcel)
  return tracking && <TrackingLink tracking={tracking} />
}

function Steps({ slip, parcel, mayRefund, given }: ParcelsProps & { parcel: ShownParcel }) {
  const { carrier, tracking } = parcel
  const field = deskFieldsOf({ carrier, tracking, ...given }, {})
  const has = (step: ShownParcel['steps'][number]) => parcel.steps.includes(step)
  const label = `Parcel ${parcel.number}`
  return (
    <>
      {(has('send') || parcel.state === 'sent') && (
        <ParcelForm slip={slip} parcel={parcel.id} label={`Carrier and tracking, ${label}`}>
          <TrackingFields carriers={carrierChoice} field={field} />
          {parcel.state === 'sent' && (
            <TextField
              label="What was wrong"
              {...field('reason')}
              maxLength={300}
              required
              hint="The buyer is mailed the right number."
            />
          )}
          <span className="flex flex-wrap gap-2">
            {has('send') && (
              <Do verb="send" look="primary">
                Mark as sent
              </Do>
            )}
            <Do verb="tracking">{parcel.state === 'sent' ? 'Correct the tracking' : 'Save tracking'}</Do>
          </span>
        </ParcelForm>
      )}
      {(has('unpack') || has('undo_send') || has('deliver') || has('receive_back')) && (
        <ParcelForm slip={slip} parcel={parcel.id} label={`Steps, ${label}`}>
          <span className="flex flex-wrap gap-2">
            {has('unpack') && <Do verb="unpack">Open again</Do>}
            {has('undo_send') && <Do verb="undo-send">Undo sent</Do>}
            {has('deliver') && <Do verb="delivered">Delivered</Do>}
            {has('receive_back') && <Do verb="receive">Came back</Do>}
          </span>
        </ParcelForm>
      )}
      {has('decide') && (
        <ParcelForm slip={slip} parcel={parcel.id} label={`What came back, ${label}`}>
          {Object.entries(decisionWords).map(([decision, words]) => (
            <CheckField
              key={decision}
              type="radio"
              name="decision"
              value={decision}
              defaultChecked={given.decision === decision}
              label={words}
              required
            />
          ))}
          <TextField label="Reason, where it stays off the shelf" {...field('reason')} maxLength={300} />
          <span>
            <Do verb="decide" look="primary">
              Save
            </Do>
          </span>
        </ParcelForm>
      )}
      {has('refund') && (
        <ParcelForm slip={slip} parcel={parcel.id} label={`Refund, ${label}`}>
          <span>
            {mayRefund ? (
              <Do verb="refund" look="stop">
                Refund these items
              </Do>
            ) : (
              <Verb gate={['Your role does not refund. Ask a manager.']}>Refund these items</Verb>
            )}
          </span>
        </ParcelForm>
      )}
    </>
  )
}
