import { data, redirect, Form } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { MailPreview } from '#app/features/console/components/mail-preview.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingLine, TrackingFields } from '#app/features/console/components/tracking.tsx'
import { VerbLink, Verb } from '#app/features/console/components/verb.tsx'
import { type Sellables, sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { moveReservation } from '#app/features/reservations/store/move.server.ts'
import type { GateName } from '#app/features/reservations/rules/gates.ts'
import { type Shipment, isHandedOver, isUnderWay } from '#app/features/reservations/rules/shipment.ts'
import { gateWords, shipmentWords, shipmentHint } from '#app/features/reservations/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { correctTracking } from '../flows.server.ts'
import { correctionInput, moveInput } from '../input.ts'
import { refusalWords, stageHeads } from '../words.ts'
import type { Route } from './+types/move'
import { deskFieldsOf, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Action, Actions } from '#app/features/console/components/gates.tsx'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { carrierChoice, openCarrierChoice, showTracking } from '#app/features/orders/parcels.ts'
import { shippedLetter } from '#app/features/dealers/mails.ts'
import { firearmSheets } from '#app/features/dealers/rules/firearm-sheet.ts'
import { findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import { letterText } from '#app/mail/letter.ts'
import { stageLetter } from '#app/features/orders/mails.ts'
import { canMoveStage, isBack } from '#app/features/orders/stages.ts'
import { findOffered } from '#app/features/orders/store/shown-lines.server.ts'
import { findOrder, findRevision } from '#app/features/orders/store/read.server.ts'
import { orderSubject } from '#app/features/orders/subject.ts'
import { previewMove } from '#app/features/reservations/store/board.server.ts'
import { listMoves, shipmentsOf } from '#app/features/reservations/store/facts.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'

export const handle: StaffHandle = { right: 'transfers' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Move ${params.order}`) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const sellables = context.get(sellablesContext)
  return findShownMove(
    context.get(shopContext),
    sellables,
    normalizeCode(params.order),
    Number(params.position),
  )
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const member = requireRight(context, 'transfers')
  const form = await readForm(request)
  const desk = {
    shop: context.get(shopContext),
    sellables: context.get(sellablesContext),
    by: member.name,
    actor: actorOf(member),
    orderId: normalizeCode(params.order),
    position: Number(params.position),
  }
  return form.get('verb') === 'tracking' ? correct(desk, form) : move(desk, form)
}

type Desk = {
  shop: Shop
  sellables: Sellables
  by: string
  actor: string
  orderId: string
  position: number
}

async function move({ shop, sellables, by, actor, orderId, position }: Desk, form: FormData) {
  const parsed = parseForm(moveInput, form)
  if (!parsed.ok) return unreadable('move', parsed)
  const { revision, to, onDay, note, backReason, carrier, tracking } = parsed.value
  const place = { sellables, timeZone: shop.timeZone }
  const shipment = to === 'shipped' && carrier ? { carrier, tracking } : {}
  const entry = { verb: 'stage', subject: orderId, data: { line: position, to, onDay, ...shipment } }
  const moved = await actAs(shop, actor, entry, (work) =>
    moveReservation(work, place, {
      orderId,
      position,
      to,
      onDay,
      note,
      backReason: backReason || undefined,
      carrier,
      tracking,
      by,
      seen: revision,
    }),
  )
  return moved.ok ? redirect('/staff/transfers', 303) : refused('move', moved, parsed.given)
}

async function correct({ shop, sellables, by, actor, orderId, position }: Desk, form: FormData) {
  const parsed = parseForm(correctionInput, form)
  if (!parsed.ok) return unreadable('tracking', parsed)
  const { revision: seen, reason, carrier, tracking } = parsed.value
  const correction = { orderId, position, carrier, tracking, reason, by, seen }
  const done = await correctTracking({ ctx: shop, sellables, actor }, correction)
  return done.ok
    ? redirect(`/staff/transfers/${orderId}/${position}`, 303)
    : refused('tracking', done, parsed.given)
}

function unreadable(verb: MoveAnswer['verb'], { fieldErrors, given }: Refused) {
  const { carrier, tracking, reason, ...others } = fieldErrors
  const refusals = Object.values(others).flatMap((each) => each ?? [])
  return data({ verb, refusals, errors: { carrier, tracking, reason }, given }, 422)
}

type Refused = { fieldErrors: FieldErrors; given: SubmittedFields }
type Held = { why: string; gates?: readonly GateName[]; missing?: readonly (keyof Shipment)[] }

function refused(verb: MoveAnswer['verb'], { why, gates = [], missing = [] }: Held, given: SubmittedFields) {
  const errors: FieldErrors = Object.fromEntries(missing.map((field) => [field, [shipmentWords[field]]]))
  const refusals = [refusalWords(why), ...gates.map((name) => gateWords[name].held)]
  return data({ verb, refusals, errors, given }, 409)
}

export default function MoveSlip({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, title, buyer, dealer, from, next, previous, mails, shipment } = loaderData
  const answerTo = (verb: MoveAnswer['verb']) => (actionData?.verb === verb ? actionData : undefined)
  return (
    <div>
      {actionData?.refusals.map((words) => (
        <SheetNotice key={words} kind="no">
          {words}
        </SheetNotice>
      ))}
      <Section item={1} title={title} note={buyer}>
        <p>
          <Status kind="half">{stageHeads[from]}</Status>
        </p>
        <TrackingLine tracking={shipment?.shown} />
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
      {next && <MoveForm slip={loaderData} next={next} answer={answerTo('move')} />}
      <TrackingForm slip={loaderData} answer={answerTo('tracking')} />
      {mails.length > 0 && (
        <Section item={4} title="What follows">
          {mails.map(({ to, subject, text }) => (
            <MailPreview key={to + subject} to={to} subject={subject}>
              <span className="whitespace-pre-wrap">{text}</span>
            </MailPreview>
          ))}
        </Section>
      )}
      {previous && <BackForm slip={loaderData} previous={previous} />}
    </div>
  )
}

type MoveAnswer = { verb: 'move' | 'tracking'; errors: FieldErrors; given: SubmittedFields }

type FormProps = { slip: ShownMove; answer: MoveAnswer | undefined }

function MoveForm({ slip, next, answer }: FormProps & { next: Stage }) {
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
            <Verb look="primary" busyWords="Moving...">
              Move and send the email
            </Verb>
          )}
        </span>
      </Form>
    </Section>
  )
}

function BackForm({ slip: { revision, onDay }, previous }: { slip: ShownMove; previous: Stage }) {
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

function TrackingForm({ slip: { shipment, revision }, answer }: FormProps) {
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

async function findShownMove(shop: Shop, sellables: Sellables, orderId: string, position: number) {
  const onDay = formatIsoDay(shop.now(), shop.timeZone)
  const order = await findOrder(shop.db, orderId)
  const line = order?.lines.find((each) => each.position === position)
  const move = line && (await previewMove(shop, sellables, { orderId, position, onDay }))
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
  const offered = moved && (await findOffered(shop, sellables, [moved])).get(position)
  const mail =
    moved &&
    stageLetter({
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
  const dealerMail =
    shipment && dealer?.email ? shippedLetter(shop.facts(), { orderId, firearms, shipment }) : undefined
  const sent = isShipping ? undefined : shipmentsOf(await listMoves(shop.db, orderId)).get(position)
  return {
    orderId,
    position,
    // Read after the preview, which may have checked the state rules again.
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
    shipment: sent && isUnderWay(from) ? { ...sent, shown: showTracking(sent) } : null,
    mails: [
      ...(mail ? [{ to: order.buyerEmail ?? '', subject: mail.subject, text: letterText(mail) }] : []),
      ...(dealerMail
        ? [{ to: dealer?.email ?? '', subject: dealerMail.subject, text: letterText(dealerMail) }]
        : []),
    ],
  }
}

type ShownMove = Awaited<ReturnType<typeof findShownMove>>
