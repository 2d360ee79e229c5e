import { Form } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingLine, TrackingFields } from '#app/features/console/components/tracking.tsx'
import { VerbLink, Verb } from '#app/features/console/components/verb.tsx'
import { carrierChoice, showTracking } from '#app/features/orders/parcels.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { findOrder, findRevision } from '#app/features/orders/store/read.server.ts'
import { shipmentFields } from '#app/features/reservations/input.ts'
import { isUnderWay } from '#app/features/reservations/rules.ts'
import { correctShipment } from '#app/features/reservations/store/move.server.ts'
import { listMoves, shipmentsOf } from '#app/features/reservations/store/facts.server.ts'
import { shipmentWords } from '#app/features/reservations/words.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { normalizeCode, oneLine } from '#app/kit/typed-text.ts'
import { refusalWords, stageHeads } from '../rules.ts'
import type { Route } from './+types/slip'

export const handle: StaffHandle = { right: 'transfers' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Transfer ${params.order}`) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const orderId = normalizeCode(params.order)
  const position = Number(params.position)
  const order = await findOrder(db, orderId)
  const line = order?.lines.find((each) => each.position === position)
  const stage = line && activeStage(line)
  if (!order || !line || !stage)
    throw notFound('Not on the Board', {
      text: 'This firearm is not on its way to a buyer.',
      link: { to: '/staff/transfers', label: 'Transfers' },
    })
  const sent = isUnderWay(stage) ? shipmentsOf(await listMoves(db, orderId)).get(position) : undefined
  return {
    orderId,
    revision: await findRevision(db, orderId),
    title: [line.title, line.detail].filter(Boolean).join(', '),
    buyer: order.buyerName ?? '',
    dealer: { key: order.dealerKey, name: order.dealerName },
    stage,
    shipment: sent ? { ...sent, shown: showTracking(sent) } : null,
  }
}

export const action = staffAction({
  right: 'transfers',
  input: z.object({
    revision: z.coerce.number().int().nonnegative(),
    reason: z
      .string()
      .overwrite(oneLine)
      .min(3, 'Say what was wrong')
      .max(300, 'Keep the reason under 300 characters'),
    ...shipmentFields,
  }),
  run: ({ desk: { ctx, actor, by }, context, params, input: { revision: seen, reason, ...typed } }) => {
    const orderId = normalizeCode(params.order ?? '')
    const correction = { orderId, position: Number(params.position), by, seen, reason, ...typed }
    type Corrected = Extract<Awaited<ReturnType<typeof correctShipment>>, { ok: true }>
    const data = (done: Corrected) => ({
      line: correction.position,
      reason,
      ...changeOf(done.before, done.shipment),
    })
    return actAs(ctx, actor, { verb: 'shipment-correct', subject: orderId, data }, (work) =>
      correctShipment(work, context.get(sellablesContext), correction),
    )
  },
  to: ({ params }) => `/staff/transfers/${params.order}/${params.position}`,
  refusal: (refused) =>
    refused.why === 'shipment_missing'
      ? Object.fromEntries(refused.missing.map((field) => [field, [shipmentWords[field]]]))
      : refusalWords(refused.why),
})

export default function Slip({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, title, buyer, dealer, stage, shipment, revision } = loaderData
  const errors = actionData?.fieldErrors ?? {}
  const { carrier = '', tracking = '' } = shipment ?? {}
  const field = deskFieldsOf(actionData?.given ?? { carrier, tracking }, errors)
  return (
    <div>
      {errors.form?.map((words) => (
        <SheetNotice key={words} kind="no">
          {words}
        </SheetNotice>
      ))}
      <Section item={1} title={title} note={buyer}>
        <p>
          <Status kind="half">{stageHeads[stage]}</Status>
        </p>
        <TrackingLine tracking={shipment?.shown} />
        <p className="flex flex-wrap gap-3">
          <VerbLink look="primary" small to={`/staff/orders/${orderId}?do=move_stage`}>
            Move the stage
          </VerbLink>
          <VerbLink look="quiet" small to={`/staff/orders/${orderId}`}>
            Order {orderId}
          </VerbLink>
          {dealer.key && (
            <VerbLink look="quiet" small to={`/staff/dealers/${dealer.key}`}>
              {dealer.name}
            </VerbLink>
          )}
          <VerbLink look="quiet" small to="/staff/transfers" data-back="">
            Close
          </VerbLink>
        </p>
      </Section>
      {shipment && (
        <Section item={2} title="Correct the tracking">
          <Form method="post" className="grid gap-2" aria-label="Correct the tracking" key={revision}>
            <input type="hidden" name="revision" value={revision} />
            <TrackingFields
              carriers={carrierChoice}
              field={field}
              hint="The stage stays as it is. The buyer is mailed the right number, and so is the dealer where we know the address."
            />
            <TextField label="What was wrong" {...field('reason')} maxLength={300} required />
            <span>
              <Verb busyWords="Saving...">Correct and send the email</Verb>
            </span>
          </Form>
        </Section>
      )}
    </div>
  )
}
