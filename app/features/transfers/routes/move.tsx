import { data, redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { MailPreview } from '#app/features/console/components/mail-preview.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingLine } from '#app/features/console/components/tracking.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { type Sellables, sellablesContext } from '#app/features/orders/store.server.ts'
import { moveReservation } from '#app/features/reservations/store.server.ts'
import type { GateName } from '#app/features/reservations/rules/gates.ts'
import type { Shipment } from '#app/features/reservations/rules/shipment.ts'
import { gateWords, shipmentWords } from '#app/features/reservations/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { BackForm, MoveForm, type MoveAnswer, TrackingForm } from '../components/move-forms.tsx'
import { correctTracking } from '../flows.server.ts'
import { correctionInput, moveInput } from '../input.ts'
import { refusalWords, stageHeads } from '../words.ts'
import { findShownMove } from './shown-move.server.ts'
import type { Route } from './+types/move'

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

/** What no form of ours sends is said above the forms; what was typed, beside its field. */
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
