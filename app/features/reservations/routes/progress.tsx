import { Link } from 'react-router'
import { findClaims } from '#app/features/claims/store.server.ts'
import { readOwnHistory } from '#app/features/orders/access.server.ts'
import { isPaid, type Stage, isEnding } from '#app/features/orders/rules.ts'
import { activeStage, nextStage, pathOf, endingWords, stageWordsOf } from '#app/features/orders/stages.ts'
import { listReviews, type OrderReview } from '#app/features/orders/store/review.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { formatCalendarDate, formatIsoDay, formatLongDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { isDue, isPaused, documentsPath, requestedDocuments, isUnderWay } from '../rules.ts'
import { listReservations, type Reservation } from '../store/agreement.server.ts'
import { type Balance, listBalancesOf } from '../store/balance-lookup.server.ts'
import { listExits } from '../store/close.server.ts'
import { listDocuments, type OrderDocument } from '../store/documents.server.ts'
import { showTracking } from '#app/features/orders/parcels.ts'
import { agreementPath, balancePath, exitParagraphs, priceRows } from '../words.ts'
import { findStageSpread, listMoves, shipmentsOf, stageDaysOf } from '../store/facts.server.ts'
import type { Route } from './+types/progress'
import { DatedClaim } from '#app/features/claims/sources.tsx'
import { Steps } from '#app/ui/steps.tsx'

export async function loader(args: Route.LoaderArgs) {
  // The page around it redirects to the address without the secret.
  if (new URL(args.request.url).searchParams.has('key')) return nothing
  const shop = args.context.get(shopContext)
  const { db } = shop
  const orderId = normalizeCode(args.params.order)
  // In the round trip that asks whether this browser may open the order, or what was read of it is dropped.
  const [{ order }, agreed, balances, exits, moves, [review], documents] = await Promise.all([
    readOwnHistory(args),
    listReservations(db, orderId),
    listBalancesOf(db, orderId),
    listExits(db, orderId),
    listMoves(db, orderId),
    listReviews(db, orderId),
    listDocuments(db, orderId),
  ])
  const reserved = order.lines.flatMap(({ stage, ...line }) => (stage ? [{ ...line, stage }] : []))
  if (!isPaid(order.state) && reserved.length === 0) return nothing
  const [days, shipments] = [stageDaysOf(moves), shipmentsOf(moves)]
  const isWaiting = reserved.some(({ stage }) => stage === 'form4_filed')
  const claims = isWaiting ? await findClaims(db, ['review.form4'], shop.now(), shop.timeZone) : {}
  const spread = isWaiting ? await findStageSpread(db, 'form4_filed', shop.now()) : undefined
  const ownWait =
    spread &&
    `Of our own last ${spread.count} transfers, half took ${Math.round(spread.from)} to ${Math.round(spread.to)} days from filing to approval; the one in the middle took ${Math.round(spread.median)}.`
  const paidOn = order.paidAt ? formatIsoDay(order.paidAt, shop.timeZone) : undefined
  const progress = shownLines(reserved).map(({ position, stage, itemClass, ...line }) => {
    const shipment = isUnderWay(stage) ? shipments.get(position) : undefined
    const isFiled = stage === 'form4_filed'
    return {
      position,
      of: nameOf(line),
      stage,
      itemClass,
      days: inWords({ ...(paidOn && { reserved: paidOn }), ...days.get(position) }),
      tracking: shipment ? showTracking(shipment) : null,
      wait: isFiled ? (claims['review.form4'] ?? null) : null,
      ownWait: isFiled ? ownWait : undefined,
      ended: exits.filter((exit) => exit.position === position).flatMap(exitParagraphs),
    }
  })
  return {
    progress,
    todo: [
      ...documentTodo(order, review, documents),
      ...todoOf(order, agreed),
      ...balances.filter(({ state }) => isDue(state)).map(balanceTodo(order.id, shop.timeZone)),
    ],
    sheets: agreed.flatMap((terms) => {
      const line = order.lines.find(({ position }) => position === terms.position)
      return line
        ? [{ position: terms.position, of: nameOf(line), rows: priceRows(terms, line.unitCents) }]
        : []
    }),
  }
}

function inWords(days: Partial<Record<Stage, string>>): Partial<Record<Stage, string>> {
  return Object.fromEntries(
    Object.entries<string | undefined>(days).map(([stage, day]) => [stage, day && formatCalendarDate(day)]),
  ) as Partial<Record<Stage, string>>
}

type Todo = { text: string; to: string; label: string }

const nothing = { progress: [], todo: [] as Todo[], sheets: [] }

function todoOf({ id, lines, dealerKey, state }: OrderView, agreed: readonly Reservation[]): Todo[] {
  const active = lines.filter(activeStage)
  if (!isPaid(state) || active.length === 0) return []
  const unaccepted = agreed.filter(
    ({ position, acceptedAt }) => !acceptedAt && active.some((line) => line.position === position),
  )
  return [
    ...unaccepted.map(({ position }) => ({
      text: 'Your final price is ready. Please read and accept it: nothing is built before you do.',
      to: agreementPath(id, position),
      label: 'Read and accept',
    })),
    ...(dealerKey === null && active.some(({ stage }) => stage !== 'picked_up')
      ? [
          {
            text: 'Choose the dealer who hands it over to you. We need to know them before we can send it.',
            to: `/orders/${id}/dealer`,
            label: 'Choose a dealer',
          },
        ]
      : []),
  ]
}

function documentTodo(
  { id, state }: OrderView,
  review: OrderReview | undefined,
  sent: readonly OrderDocument[],
): Todo[] {
  const to = documentsPath(id)
  const requested = isPaid(state) ? requestedDocuments(review, sent) : []
  if (review && requested.some((each) => each.state === 'missing'))
    return [
      {
        text: `We need this from you by ${formatCalendarDate(review.dueOn ?? '')}: ${review.note.replace(/[.!?]?$/, (end) => end || '.')} Your order waits until we have it.`,
        to,
        label: 'Upload it',
      },
    ]
  const text = requested.length > 0 ? 'We have the document that we asked for, and are reading it.' : ''
  return text || sent.length > 0 ? [{ text, to, label: 'See what you sent' }] : []
}

function balanceTodo(orderId: string, timeZone: string) {
  return (balance: Balance): Todo => {
    const { position, amountCents, taxCents, dueAt } = balance
    const amount = formatCentsExact(amountCents + taxCents)
    const text = isPaused(balance)
      ? `The balance of ${amount} waits while we review your reservation. We email you its new due date.`
      : `Pay the balance of ${amount} by ${formatLongDay(dueAt, timeZone)}.`
    return { text, to: balancePath(orderId, position), label: 'Open the balance' }
  }
}

function shownLines<Line extends Pick<OrderView['lines'][number], 'stage' | 'itemClass' | 'returnedAt'>>(
  reserved: Line[],
): Line[] {
  const remaining = reserved.filter(({ returnedAt }) => !returnedAt)
  const shown = remaining.length > 0 ? remaining : reserved.slice(0, 1)
  const isAlike = new Set(shown.map(({ stage, itemClass }) => `${stage} ${itemClass}`)).size === 1
  return isAlike ? shown.slice(0, 1) : shown
}

function nameOf({ title, detail }: { title: string; detail: string }): string {
  return [title, detail].filter(Boolean).join(', ')
}

export default function ReservationProgress({ loaderData: { progress, sheets } }: Route.ComponentProps) {
  return (
    <>
      {progress.map((each) => (
        <section
          className="grid gap-6 border-y border-hairline py-8 print:hidden"
          aria-label="Progress"
          key={each.position}
        >
          {progress.length > 1 && <h2 className="h3">{each.of}</h2>}
          <Progress {...each} />
        </section>
      ))}
      {sheets.map(({ position, of, rows }) => (
        <section className="grid max-w-text gap-4" aria-label={`Your price sheet: ${of}`} key={position}>
          <h2 className="h3">Your price sheet</h2>
          {sheets.length > 1 && <p className="text-sm text-muted">{of}</p>}
          <DefinitionList items={rows} />
          <p className="text-sm">
            <Link className="link" to={`agreement/${position}`}>
              Read the terms
            </Link>
          </p>
        </section>
      ))}
    </>
  )
}

const groups: readonly { label: string; of: readonly Stage[] }[] = [
  { label: 'Agreement', of: ['reserved', 'agreed', 'balance_paid'] },
  { label: 'Build', of: ['in_build', 'built'] },
  { label: 'To your dealer', of: ['form3_filed', 'form3_approved', 'shipped', 'at_dealer'] },
  { label: 'To you', of: ['form4_filed', 'form4_approved', 'picked_up'] },
]

type ShownProgress = Route.ComponentProps['loaderData']['progress'][number]

function Progress({ stage, itemClass, days, tracking, wait, ownWait, ended }: ShownProgress) {
  if (isEnding(stage))
    return (
      <>
        <p className="lead">{endingWords[stage]}: this reservation has ended.</p>
        {ended.map((paragraph) => (
          <p className="max-w-text" key={paragraph}>
            {paragraph}
          </p>
        ))}
      </>
    )
  const path = pathOf(itemClass)
  const next = nextStage(itemClass, stage)
  const reached = path.indexOf(stage)
  return (
    <>
      <Steps
        label="Stages of your reservation"
        current={stage === 'picked_up' ? groups.length : groups.findIndex(({ of }) => of.includes(stage))}
        steps={groups.map(({ label, of }) => {
          const at = path.findLast((each, index) => index <= reached && of.includes(each))
          const note = at && [stageWordsOf(at, itemClass).label, days[at]].filter(Boolean).join(', ')
          return { label, ...(note && { note }) }
        })}
      />
      <p className="max-w-text">{stageWordsOf(stage, itemClass).text}</p>
      {tracking && (
        <p>
          Tracking:{' '}
          {tracking.url ? (
            <a className="link" href={tracking.url}>
              {tracking.text}
            </a>
          ) : (
            tracking.text
          )}
        </p>
      )}
      {wait && <DatedClaim claim={wait} />}
      {ownWait && <p className="max-w-text">{ownWait}</p>}
      {next && <p className="text-sm text-muted">Next: {stageWordsOf(next, itemClass).label}.</p>}
      <details className="text-sm text-muted">
        <summary className="link inline-flex min-h-11 items-center">All stages and their dates</summary>
        <ol className="grid max-w-text gap-1">
          {path.map((each, index) => (
            <li className={index <= reached ? undefined : 'text-faint'} key={each}>
              {stageWordsOf(each, itemClass).label}
              {index <= reached && days[each] && `, ${days[each]}`}
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}
