import { data, Form, redirect, useNavigation } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Action, Actions } from '#app/features/console/components/gates.tsx'
import { MailPreview } from '#app/features/console/components/mail-preview.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingFields, TrackingLine } from '#app/features/console/components/tracking.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { shippedMail } from '#app/features/dealers/emails/shipped.tsx'
import { firearmSheets } from '#app/features/dealers/rules/firearm-sheet.ts'
import { findDealerByKey } from '#app/features/dealers/store.server.ts'
import { stageMail } from '#app/features/orders/emails/stage.tsx'
import { canMoveStage, isBack } from '#app/features/orders/rules/path.ts'
import { stages } from '#app/features/orders/rules.ts'
import { findOffered, findOrder, sellablesContext } from '#app/features/orders/store.server.ts'
import { findRevision } from '#app/features/orders/store/revision.server.ts'
import { openCarrierChoice, showTracking } from '#app/features/orders/words/parcels.ts'
import { orderSubject } from '#app/features/orders/words/order-subject.ts'
import { moveReservation, previewMove } from '#app/features/reservations/store.server.ts'
import { isHandedOver, isUnderWay, type Shipment } from '#app/features/reservations/rules/shipment.ts'
import { listShipments } from '#app/features/reservations/store/facts.server.ts'
import { gateWords, shipmentHint, shipmentWords } from '#app/features/reservations/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { submittedOf } from '#app/http/submitted-fields.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { normalizeCode } from '#app/kit/ids.ts'
import { moveInput } from '../input.ts'
import { refusalWords, stageHeads } from '../words.ts'
import type { Route } from './+types/move'

export const handle: StaffHandle = { right: 'transfers' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: `Move ${params.order} | PACo console` }]

/** A refusal often means that the slip is old: it is read again after every action. */
export const shouldRevalidate = () => true

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const orderId = normalizeCode(params.order)
  const position = Number(params.position)
  const onDay = formatIsoDay(shop.now(), shop.timeZone)
  const order = await findOrder(shop.db, orderId)
  const line = order?.lines.find((each) => each.position === position)
  const move = line && (await previewMove(shop, context.get(sellablesContext), { orderId, position, onDay }))
  if (!order || !line || !move)
    throw notFound('Not on the Board', {
      text: 'This firearm is not on its way to a buyer.',
      link: { to: '/staff/transfers', label: 'Transfers' },
    })
  const { from, next, gates } = move
  const previous = stages
    .filter((stage) => isBack(from, stage))
    .findLast((stage) => canMoveStage(line.itemClass, from, stage))
  const link = '(the buyer’s private link)'
  const isShipping = next !== undefined && isHandedOver(from, next)
  const shipment = isShipping ? { text: '(the carrier and tracking number)', url: null } : null
  const moved = next && { ...line, stage: next }
  const offered = moved && (await findOffered(shop, context.get(sellablesContext), [moved])).get(position)
  const mail =
    moved &&
    stageMail({
      orderId,
      ...orderSubject([moved]),
      stage: moved.stage,
      itemClass: moved.itemClass,
      shipment,
      offered: offered ?? [],
      link,
    })
  const dealer = order.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
  const firearms = firearmSheets([line])
  const dealerMail = shipment && dealer?.email ? shippedMail({ orderId, firearms, shipment }) : undefined
  const sent = isShipping ? undefined : (await listShipments(shop.db, orderId)).get(position)
  return {
    orderId,
    position,
    // Read after the preview, which may have checked the state rules anew.
    revision: await findRevision(shop.db, orderId),
    title: [line.title, line.detail].filter(Boolean).join(', '),
    buyer: order.buyerName ?? '',
    dealer: { key: order.dealerKey, name: order.dealerName },
    from,
    next: next ?? null,
    previous: previous ?? null,
    onDay,
    gates,
    isShipping,
    tracking: sent && isUnderWay(from) ? showTracking(sent) : null,
    mails: [
      ...(mail ? [{ to: order.buyerEmail ?? '', subject: mail.subject, text: mail.text }] : []),
      ...(dealerMail
        ? [{ to: dealer?.email ?? '', subject: dealerMail.subject, text: dealerMail.text }]
        : []),
    ],
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'transfers')
  const form = await readForm(request)
  const given = submittedOf(form)
  const parsed = parseForm(moveInput, form)
  if (!parsed.ok) {
    const { carrier, tracking, ...others } = parsed.fieldErrors
    const refusals = Object.values(others).flatMap((each) => each ?? [])
    return data({ refusals, errors: { carrier, tracking }, given }, 422)
  }
  const { revision, to, onDay, note, backReason, carrier, tracking } = parsed.value
  const orderId = normalizeCode(params.order)
  const position = Number(params.position)
  const place = { sellables: context.get(sellablesContext), timeZone: shop.timeZone }
  const shipment = to === 'shipped' && carrier ? { carrier, tracking } : {}
  const entry = { verb: 'stage', subject: orderId, data: { line: position, to, onDay, ...shipment } }
  const moved = await actAs(shop, actorOf(member), entry, (work) =>
    moveReservation(work, place, {
      orderId,
      position,
      to,
      onDay,
      note,
      backReason: backReason || undefined,
      carrier,
      tracking,
      by: member.name,
      seen: revision,
    }),
  )
  if (moved.ok) return redirect('/staff/transfers', 303)
  const held = 'gates' in moved ? moved.gates.map((name) => gateWords[name].held) : []
  const missing: (keyof Shipment)[] = 'missing' in moved ? moved.missing : []
  const errors = Object.fromEntries(missing.map((field) => [field, [shipmentWords[field]]])) as FieldErrors
  return data({ refusals: [refusalWords(moved.why), ...held], errors, given }, 409)
}

export default function MoveSlip({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, title, buyer, dealer, from, next, previous, onDay, gates, mails, revision } = loaderData
  const { isShipping, tracking } = loaderData
  const typed = (name: string, otherwise = '') => actionData?.given[name] ?? otherwise
  const isBusy = useNavigation().state !== 'idle'
  const held = gates.filter(({ isOpen }) => !isOpen)
  return (
    <div>
      {actionData?.refusals.map((words) => (
        <p key={words} className="con-region" role="alert">
          <Status kind="no">{words}</Status>
        </p>
      ))}
      <Section item={1} title={title} note={buyer}>
        <p>
          <Status kind="half">{stageHeads[from]}</Status>
        </p>
        <TrackingLine tracking={tracking} />
        <p className="flex flex-wrap gap-3">
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
      {next && (
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
            <TextField
              label="Day on which it happened"
              name="onDay"
              type="date"
              defaultValue={typed('onDay', onDay)}
              max={onDay}
            />
            {isShipping && (
              <TrackingFields
                carriers={openCarrierChoice}
                carrier={typed('carrier')}
                tracking={typed('tracking')}
                errors={actionData?.errors ?? {}}
                hint={shipmentHint}
              />
            )}
            <TextField label="Note, for staff" name="note" defaultValue={typed('note')} maxLength={500} />
            <span>
              {held.length > 0 ? (
                <Verb gate={held.map(({ name }) => gateWords[name].held)}>Move</Verb>
              ) : (
                <Verb look="primary" shortcut="⇧M" busy={isBusy} busyWords="Moving...">
                  Move and send the email
                </Verb>
              )}
            </span>
          </Form>
        </Section>
      )}
      {mails.length > 0 && (
        <Section item={3} title="What follows">
          {mails.map(({ to, subject, text }) => (
            <MailPreview key={to + subject} to={to} subject={subject}>
              <span className="whitespace-pre-wrap">{text}</span>
            </MailPreview>
          ))}
        </Section>
      )}
      {previous && (
        <Section item={4} title={`Back to ${stageHeads[previous]}`}>
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
            <TextArea label="Why it goes back" name="backReason" required maxLength={500} />
            <span>
              <Verb look="stop" busy={isBusy} busyWords="Moving...">
                Move back and send the email
              </Verb>
            </span>
          </Form>
        </Section>
      )}
    </div>
  )
}
