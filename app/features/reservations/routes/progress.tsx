import type { Db } from '#app/db/db.server.ts'
import { DatedClaim } from '#app/features/claims/sources.tsx'
import { findClaims } from '#app/features/claims/store.server.ts'
import { readOwnHistory } from '#app/features/orders/access.server.ts'
import { showTracking } from '#app/features/orders/parcels.ts'
import { isEnding, isPaid, type Stage } from '#app/features/orders/rules.ts'
import { activeStage, endingWords, nextStage, pathOf, stageWordsOf } from '#app/features/orders/stages.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarDate, formatIsoDay, formatLongDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { isDue, isUnderWay } from '../rules.ts'
import { agreementPath, listReservations, priceRows } from '../store/agreement.server.ts'
import { balancePath, listBalancesOf } from '../store/balance-sold.server.ts'
import { exitParagraphs, listExits } from '../store/close.server.ts'
import { documentsPath, listDocuments, requestedDocuments } from '../store/documents.server.ts'
import { findStageSpread, listMoves, shipmentsOf, stageDaysOf } from '../store/move.server.ts'
import type { Route } from './+types/progress'

export async function loader(args: Route.LoaderArgs) {
  // The page around it redirects to the address without the secret.
  if (new URL(args.request.url).searchParams.has('key')) return nothing
  const shop = args.context.get(shopContext)
  const { db, timeZone } = shop
  const records = await readRecords(args, db)
  const { order, agreed, exits, moves } = records
  const reserved = order.lines.flatMap(({ stage, ...line }) => (stage ? [{ ...line, stage }] : []))
  if (!isPaid(order.state) && reserved.length === 0) return nothing
  const [days, shipments] = [stageDaysOf(moves), shipmentsOf(moves)]
  const isWaiting = reserved.some(({ stage }) => stage === 'form4_filed')
  const claims = isWaiting ? await findClaims(db, ['review.form4'], shop.now(), timeZone) : {}
  const spread = isWaiting ? await findStageSpread(db, 'form4_filed', shop.now()) : undefined
  const ownWait =
    spread &&
    `Of our own last ${spread.count} transfers, half took ${Math.round(spread.from)} to ${Math.round(spread.to)} days from filing to approval; the one in the middle took ${Math.round(spread.median)}.`
  const remaining = reserved.filter(({ returnedAt }) => !returnedAt)
  const shown = remaining.length > 0 ? remaining : reserved.slice(0, 1)
  const isAlike = new Set(shown.map(({ stage, itemClass }) => `${stage} ${itemClass}`)).size === 1
  return {
    progress: (isAlike ? shown.slice(0, 1) : shown).map(({ position, stage, itemClass, ...line }) => {
      const shipment = isUnderWay(stage) ? shipments.get(position) : undefined
      const isFiled = stage === 'form4_filed'
      const onDay: Partial<Record<Stage, string>> = days.get(position) ?? {}
      return {
        position,
        of: nameOf(line),
        stage,
        itemClass,
        days: order.paidAt ? { reserved: formatIsoDay(order.paidAt, timeZone), ...onDay } : onDay,
        tracking: shipment ? showTracking(shipment) : null,
        wait: isFiled ? (claims['review.form4'] ?? null) : null,
        ownWait: isFiled ? ownWait : undefined,
        ended: exits.filter((exit) => exit.position === position).flatMap(exitParagraphs),
      }
    }),
    todo: todoOf(records, timeZone),
    sheets: agreed.flatMap((terms) => {
      const line = order.lines.find(({ position }) => position === terms.position)
      return line
        ? [
            {
              position: terms.position,
              to: agreementPath(order.id, terms.position),
              of: nameOf(line),
              rows: priceRows(terms, line.unitCents),
            },
          ]
        : []
    }),
  }
}

type Todo = { text: string; to: string; label: string }

const nothing = { progress: [], todo: [] as Todo[], sheets: [] }

/** In the round trip that asks whether this browser may open the order, or what was read of it is dropped. */
async function readRecords(args: Route.LoaderArgs, db: Db) {
  const orderId = normalizeCode(args.params.order)
  const [{ order }, agreed, balances, exits, moves, [review], documents] = await Promise.all([
    readOwnHistory(args),
    listReservations(db, orderId),
    listBalancesOf(db, orderId),
    listExits(db, orderId),
    listMoves(db, orderId),
    listReviews(db, orderId),
    listDocuments(db, orderId),
  ])
  return { order, agreed, balances, exits, moves, review, documents }
}

type Records = Awaited<ReturnType<typeof readRecords>>

function todoOf({ order, review, documents, agreed, balances }: Records, timeZone: string): Todo[] {
  const { id, lines, dealerKey } = order
  const todo: Todo[] = []
  const requested = isPaid(order.state) ? requestedDocuments(review, documents) : []
  const active = isPaid(order.state) ? lines.filter(activeStage) : []
  if (review && requested.some(({ state }) => state === 'missing'))
    todo.push({
      text: `We need this from you by ${formatCalendarDate(review.dueOn ?? '')}: ${review.note.replace(/[.!?]?$/, (end) => end || '.')} Your order waits until we have it.`,
      to: documentsPath(id),
      label: 'Upload it',
    })
  else if (requested.length > 0 || documents.length > 0)
    todo.push({
      text: requested.length > 0 ? 'We have the document that we asked for, and are reading it.' : '',
      to: documentsPath(id),
      label: 'See what you sent',
    })
  for (const { position, acceptedAt } of agreed)
    if (!acceptedAt && active.some((line) => line.position === position))
      todo.push({
        text: 'Your final price is ready. Please read and accept it: nothing is built before you do.',
        to: agreementPath(id, position),
        label: 'Read and accept',
      })
  if (dealerKey === null && active.some(({ stage }) => stage !== 'picked_up'))
    todo.push({
      text: 'Choose the dealer who hands it over to you. We need to know them before we can send it.',
      to: `/orders/${id}/dealer`,
      label: 'Choose a dealer',
    })
  for (const { position, amountCents, taxCents, pausedAt, dueAt } of balances.filter(({ state }) =>
    isDue(state),
  )) {
    const amount = formatCentsExact(amountCents + taxCents)
    todo.push({
      text: pausedAt
        ? `The balance of ${amount} waits while we review your reservation. We email you its new due date.`
        : `Pay the balance of ${amount} by ${formatLongDay(dueAt, timeZone)}.`,
      to: balancePath(id, position),
      label: 'Open the balance',
    })
  }
  return todo
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
      {sheets.map(({ to, of, rows }) => (
        <section className="grid max-w-text gap-4" aria-label={`Your price sheet: ${of}`} key={to}>
          <h2 className="h3">Your price sheet</h2>
          {sheets.length > 1 && <p className="text-sm text-muted">{of}</p>}
          <DefinitionList items={rows} />
          <p className="text-sm">
            <a className="link" href={to}>
              Read the terms
            </a>
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
  const words = (each: Stage, isReached: boolean) => {
    const day = isReached ? days[each] : undefined
    return stageWordsOf(each, itemClass).label + (day ? `, ${formatCalendarDate(day)}` : '')
  }
  return (
    <>
      <Steps
        label="Stages of your reservation"
        current={stage === 'picked_up' ? groups.length : groups.findIndex(({ of }) => of.includes(stage))}
        steps={groups.map(({ label, of }) => {
          const at = path.findLast((each, index) => index <= reached && of.includes(each))
          return { label, ...(at && { note: words(at, true) }) }
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
              {words(each, index <= reached)}
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}
