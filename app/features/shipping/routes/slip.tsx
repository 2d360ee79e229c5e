import { Form } from 'react-router'
import { SheetNotice } from '#app/features/console/components/sheet.tsx'
import { VerbLink, Verb, PrintVerb } from '#app/features/console/components/verb.tsx'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { SubmittedFields } from '#app/http/form.ts'
import { notFound } from '#app/http/errors.ts'
import { publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { takeVerb } from '../flows.server.ts'
import {
  decisionWords,
  labelServices,
  labelText,
  listOf,
  markWords,
  parcelStateWords,
  refusalWords,
  shippingInput,
  shippingVerbs,
  type ShippingVerb,
  viewOf,
} from '../rules.ts'
import { findSlip, type ShownShipping, type ShownParcel } from '../store.server.ts'
import type { Route } from './+types/slip'
import { Section, KeyValues } from '#app/features/console/components/section.tsx'
import { Code, Due, Status, type StatusKind } from '#app/features/console/components/status.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import type { ReactNode } from 'react'
import { CheckField, deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { TrackingFields, TrackingLink } from '#app/features/console/components/tracking.tsx'
import { type ParcelState, carrierChoice, showTracking } from '#app/features/orders/parcels.ts'

export const handle: StaffHandle = { right: 'shipping' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const slip = await findSlip(shop.db, normalizeCode(params.order), {
    now: shop.now(),
    timeZone: shop.timeZone,
  })
  if (!slip)
    throw notFound('Nothing to Ship', {
      text: `There is no order with the code ${params.order} that goes by parcel.`,
      link: { to: '/staff/shipping', label: 'Shipping' },
    })
  // The id of the parcel to be: pressing twice packs once.
  const named = new URL(request.url).searchParams.get('view')
  const view = named === null ? listOf(slip.left, slip.parcels) : viewOf(named)
  const mayRefund = mayDo(staffMember(context).role, 'money.refund')
  return { slip, view, parcelId: publicCode(16), mayRefund }
}

const verbAction = (verb: ShippingVerb) =>
  staffAction({
    right: verb === 'refund' ? 'money.refund' : 'shipping',
    recent: verb === 'refund',
    input: shippingInput,
    run: ({ desk, input, params, context }) =>
      takeVerb(
        { ...desk, sellables: context.get(sellablesContext) },
        { ...input, verb, orderId: normalizeCode(params.order ?? '') },
      ),
    to: ({ params, request }) =>
      `/staff/shipping/${normalizeCode(params.order ?? '')}${new URL(request.url).search}`,
    refusal: ({ why }) => refusalWords(why),
  })

export const action = staffVerbs(Object.fromEntries(shippingVerbs.map((verb) => [verb, verbAction(verb)])))

export default function Slip({
  loaderData: { slip, view, parcelId, mayRefund },
  actionData,
}: Route.ComponentProps) {
  return (
    <div>
      {Object.values(actionData?.fieldErrors ?? {})
        .flat()
        .map((words) => (
          <SheetNotice key={words} kind="no">
            {words}
          </SheetNotice>
        ))}
      <PackingSlip slip={slip} />
      <div className="print:hidden">
        <PackForm slip={slip} parcelId={parcelId} />
        <Parcels slip={slip} mayRefund={mayRefund} given={actionData?.given ?? {}} />
        <p className="con-region flex flex-wrap gap-3">
          <PrintVerb>Print packing slip</PrintVerb>
          <VerbLink look="quiet" small to={`/staff/orders/${slip.order.id}`}>
            Order sheet
          </VerbLink>
          <VerbLink look="quiet" small to={`/staff/shipping?view=${view}`} data-back="">
            Close
          </VerbLink>
        </p>
      </div>
    </div>
  )
}

function PackingSlip({ slip }: { slip: ShownShipping }) {
  const { order, paid, urgency, address, marks, left, parcels } = slip
  const packed = parcels.filter(({ state }) => state === 'packed')
  const services = labelServices(marks)
  const contents = packed.length > 0 ? packed.flatMap(({ items }) => items) : left
  return (
    <Section item={1} title="Packing slip" note={<Code>{order.id}</Code>}>
      <div className="flex items-start gap-4" data-prints-alone="">
        <address className="grid grow not-italic" aria-label="Ship to">
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <span className="print:hidden">
          <CopyButton text={labelText(slip)} label="Copy label data" />
        </span>
      </div>
      <KeyValues
        rows={[
          ['Method', order.shippingName],
          ['Services', services.join(', ')],
          ['Phone', order.buyerPhone],
          ['Email', order.buyerEmail],
          ['Paid', paid],
          [
            'Clock',
            urgency !== 'calm' && (
              <Due key="due" tone={urgency === 'over' ? 'stop' : 'hold'}>
                {urgency === 'over' ? 'Over 30 days: the buyer chooses' : 'Late: sent by day 30'}
              </Due>
            ),
          ],
        ]}
      />
      {marks.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-4" aria-label="Marks">
          {marks.map((mark) => (
            <li key={mark}>
              <Status kind="gate" tone="hold">
                {markWords[mark]}
              </Status>
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-3 grid gap-1" aria-label="Contents">
        {contents.map(({ title, detail, quantity }, at) => (
          <li key={at} className="flex gap-3">
            <Code>{`${quantity} ×`}</Code>
            <span>{[title, detail].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const shapes: Record<ParcelState, StatusKind> = {
  packed: 'half',
  sent: 'live',
  delivered: 'done',
  returned: 'review',
  decided: 'soon',
  refunded: 'void',
}

const press = (verb: ShippingVerb, words: string, look: 'primary' | 'stop' | 'quiet' = 'quiet') => (
  <Verb key={verb} name="verb" value={verb} look={look} busyWords="Working..." small>
    {words}
  </Verb>
)

function PackForm({ slip, parcelId }: { slip: ShownShipping; parcelId: string }) {
  if (slip.left.length === 0) return null
  return (
    <Section item={2} title="To pack">
      <RecordForm
        label="Pack a parcel"
        fields={slip.left.map(({ position, title, quantity }) => ({
          name: `quantity-${position}`,
          label: `${title}, of ${quantity}`,
          type: 'number',
          min: 0,
          max: quantity,
        }))}
        values={Object.fromEntries(
          slip.left.map(({ position, quantity }) => [`quantity-${position}`, String(quantity)]),
        )}
        hidden={{ revision: slip.revision, parcel: parcelId }}
        sends={{ name: 'verb', value: 'pack' }}
        submit="Pack"
        gate={slip.gates}
      />
    </Section>
  )
}

type ParcelsProps = {
  slip: ShownShipping
  mayRefund: boolean
  given: SubmittedFields
}

function Parcels({ slip, mayRefund, given }: ParcelsProps) {
  if (slip.parcels.length === 0) return null
  return (
    <Section item={3} title="Parcels">
      <ol className="grid gap-4">
        {slip.parcels.map((parcel) => {
          const tracking = showTracking(parcel)
          return (
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
              {tracking && <TrackingLink tracking={tracking} />}
              {parcel.decision && (
                <span>{[parcel.decision, parcel.decisionReason].filter(Boolean).join(': ')}</span>
              )}
              <Steps
                slip={slip}
                parcel={parcel}
                mayRefund={mayRefund}
                given={given.parcel === parcel.id ? given : {}}
              />
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

const plainSteps = [
  ['unpack', 'Open again'],
  ['undo-send', 'Undo sent'],
  ['delivered', 'Delivered'],
  ['receive', 'Came back'],
] as const

function Steps({ slip, parcel, mayRefund, given }: ParcelsProps & { parcel: ShownParcel }) {
  const { id, number, carrier, tracking, steps } = parcel
  const field = deskFieldsOf({ carrier, tracking, ...given }, {})
  const isSent = parcel.state === 'sent'
  const plain = plainSteps.filter(([step]) => steps.includes(step))
  const inForm = (label: string, children: ReactNode) => (
    <Form method="post" className="grid gap-2" aria-label={`${label}, Parcel ${number}`}>
      <input type="hidden" name="revision" value={slip.revision} />
      <input type="hidden" name="parcel" value={id} />
      {children}
    </Form>
  )
  return (
    <>
      {(steps.includes('send') || isSent) &&
        inForm(
          'Carrier and tracking',
          <>
            <TrackingFields carriers={carrierChoice} field={field} />
            {isSent && (
              <TextField
                label="What was wrong"
                {...field('reason')}
                maxLength={300}
                required
                hint="The buyer is mailed the right number."
              />
            )}
            <span className="flex flex-wrap gap-2">
              {!isSent && press('send', 'Mark as sent', 'primary')}
              {press('tracking', isSent ? 'Correct the tracking' : 'Save tracking')}
            </span>
          </>,
        )}
      {plain.length > 0 &&
        inForm(
          'Steps',
          <span className="flex flex-wrap gap-2">{plain.map(([step, words]) => press(step, words))}</span>,
        )}
      {steps.includes('decide') &&
        inForm(
          'What came back',
          <>
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
            <span>{press('decide', 'Save', 'primary')}</span>
          </>,
        )}
      {steps.includes('refund') &&
        inForm(
          'Refund',
          <span>
            {mayRefund ? (
              press('refund', 'Refund these items', 'stop')
            ) : (
              <Verb gate={['Your role does not refund. Ask a manager.']}>Refund these items</Verb>
            )}
          </span>,
        )}
    </>
  )
}
