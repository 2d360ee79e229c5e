import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CheckField, deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { KeyValues, Section } from '#app/features/console/components/section.tsx'
import { Code, Due, Status } from '#app/features/console/components/status.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { SheetNotice } from '#app/features/console/components/sheet.tsx'
import { TrackingFields, TrackingLink } from '#app/features/console/components/tracking.tsx'
import { PrintVerb, Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { carrierChoice, showTracking } from '#app/features/orders/parcels.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import type { SubmittedFields } from '#app/http/form.ts'
import { publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { findSlip, type ShownParcel, type ShownShipping, takeVerb } from '../desk.server.ts'
import {
  decisionWords,
  labelServices,
  labelText,
  parcelMarks,
  parcelStates,
  refusalWords,
  shippingInput,
  type ShippingVerb,
  shippingVerbs,
  viewOf,
} from '../rules.ts'
import type { Route } from './+types/slip'

export const handle: StaffHandle = { right: 'shipping' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const slip = await findSlip(db, normalizeCode(params.order), { now: now(), timeZone })
  if (!slip)
    throw notFound('Nothing to Ship', {
      text: `There is no order with the code ${params.order} that goes by parcel.`,
      link: { to: '/staff/shipping', label: 'Shipping' },
    })
  // The id of the parcel to be: pressing twice packs once.
  const named = new URL(request.url).searchParams.get('view')
  const view = named === null ? slip.view : viewOf(named)
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
  const refusals = Object.values(actionData?.fieldErrors ?? {}).flat()
  const given = actionData?.given ?? {}
  return (
    <div>
      {refusals.map((words) => (
        <SheetNotice key={words} kind="no">
          {words}
        </SheetNotice>
      ))}
      <PackingSlip slip={slip} />
      <div className="print:hidden">
        {slip.left.length > 0 && <PackForm slip={slip} parcelId={parcelId} />}
        {slip.parcels.length > 0 && (
          <Section item={3} title="Parcels">
            <ol className="grid gap-4">
              {slip.parcels.map((parcel) => (
                <Parcel
                  key={parcel.id}
                  revision={slip.order.revision}
                  parcel={parcel}
                  mayRefund={mayRefund}
                  given={given.parcel === parcel.id ? given : {}}
                />
              ))}
            </ol>
          </Section>
        )}
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
  const contents = packed.length > 0 ? packed.flatMap(({ lines }) => lines) : left
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
          ['Services', labelServices(marks).join(', ')],
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
                {parcelMarks[mark].words}
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

function PackForm({ slip: { order, left, gates }, parcelId }: { slip: ShownShipping; parcelId: string }) {
  const named = left.map((line) => ({ ...line, name: `quantity-${line.position}` }))
  return (
    <Section item={2} title="To pack">
      <RecordForm
        label="Pack a parcel"
        fields={named.map(({ name, title, quantity }) => ({
          name,
          label: `${title}, of ${quantity}`,
          type: 'number',
          min: 0,
          max: quantity,
        }))}
        values={Object.fromEntries(named.map(({ name, quantity }) => [name, String(quantity)]))}
        hidden={{ revision: order.revision, parcel: parcelId }}
        sends={{ name: 'verb', value: 'pack' }}
        submit="Pack"
        gate={gates}
      />
    </Section>
  )
}

const press = (verb: ShippingVerb, words: string, look: 'primary' | 'stop' | 'quiet' = 'quiet') => (
  <Verb key={verb} name="verb" value={verb} look={look} busyWords="Working..." small>
    {words}
  </Verb>
)

const plainSteps = [
  ['unpack', 'Open again'],
  ['undo-send', 'Undo sent'],
  ['delivered', 'Delivered'],
  ['receive', 'Came back'],
] as const

type ParcelProps = { revision: number; parcel: ShownParcel; mayRefund: boolean; given: SubmittedFields }

function Parcel({ revision, parcel, mayRefund, given }: ParcelProps) {
  const { id, number, state, carrier, tracking: typed, steps, decision, decisionReason } = parcel
  const tracking = showTracking(parcel)
  const field = deskFieldsOf({ carrier, tracking: typed, ...given }, {})
  const isSent = state === 'sent'
  const plain = plainSteps.filter(([step]) => steps.includes(step))
  const inForm = (label: string, children: ReactNode) => (
    <Form method="post" className="grid gap-2" aria-label={`${label}, Parcel ${number}`}>
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="parcel" value={id} />
      {children}
    </Form>
  )
  return (
    <li className="grid gap-2" aria-label={`Parcel ${number}`}>
      <span className="flex flex-wrap gap-4">
        <b>Parcel {number}</b>
        <Status kind={parcelStates[state].kind} figure={parcel.stateOn}>
          {parcelStates[state].words}
        </Status>
      </span>
      <span className="text-muted">
        {parcel.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
      </span>
      {tracking && <TrackingLink tracking={tracking} />}
      {decision && <span>{[decision, decisionReason].filter(Boolean).join(': ')}</span>}
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
            {Object.entries(decisionWords).map(([value, words]) => (
              <CheckField
                key={value}
                type="radio"
                name="decision"
                value={value}
                defaultChecked={given.decision === value}
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
    </li>
  )
}
