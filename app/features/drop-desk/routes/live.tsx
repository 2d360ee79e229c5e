import type { CSSProperties } from 'react'
import { ownColorStyle } from '#app/art/art-theme.ts'
import { KeyValues, Columns, Section } from '#app/features/console/components/section.tsx'
import { Figure, useStamp, Status } from '#app/features/console/components/status.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { ownColorsOf } from '#app/features/drops/rules/art.ts'
import { deskStatus } from '#app/features/drops/rules/plan.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { dateFormat } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
import { type Board, findBoard } from '../board.server.ts'
import { type BoardUnitState, planVerbs, statusWords, verbsAt } from '../rules.ts'
import { noSuchDrop } from '../shown-plan.server.ts'
import type { Route } from './+types/live'

export const handle: StaffHandle = { right: 'drops.write' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const board = await findBoard(db, params.slug, now())
  if (!board) throw noSuchDrop(params.slug)
  return {
    board,
    ownColors: ownColorStyle(ownColorsOf(board)),
    timeZone,
  }
}

export default function Live({ loaderData, params }: Route.ComponentProps) {
  const { board } = loaderData
  const stamp = useStamp()
  const status = deskStatus({ drop: board, launchAt: board.launchDate })
  const { kind, word } = statusWords[status]
  const [next] = verbsAt(status)
  const title = `Live board ${dropNumberWords(board.dropNumber)}`
  return (
    <Sheet
      title={title}
      tab={`${board.name} live`}
      heading={`${board.name}, drop ${dropNumberWords(board.dropNumber)}`}
      state={<Status kind={kind}>{word}</Status>}
      next={board.launchDate && `Opened ${stamp(board.launchDate)}`}
      cells={[
        { label: 'Open', value: board.counts.open },
        { label: 'Held', value: board.counts.held },
        { label: 'Sold', value: board.counts.taken },
      ]}
      action={
        <>
          <VerbLink to={`/staff/drops/${board.slug}`}>Its sheet</VerbLink>
          <VerbLink look="quiet" to={`/staff/drops/${board.slug}/release`}>
            Release a number
          </VerbLink>
          {(next === 'pause' || next === 'resumption' || next === 'launch') && (
            <VerbLink look={next === 'pause' ? 'stop' : 'primary'} to={`/staff/drops/${board.slug}/${next}`}>
              {planVerbs[next].label}
            </VerbLink>
          )}
        </>
      }
    >
      <div data-board={`/staff/drops/${params.slug}/live/events`}>
        <LiveBoard board={board} timeZone={loaderData.timeZone} ownColors={loaderData.ownColors} />
      </div>
    </Sheet>
  )
}

type BoardProps = { board: Board; timeZone: string; ownColors: CSSProperties | undefined }

function LiveBoard({ board, timeZone, ownColors }: BoardProps) {
  const { counts, sales, units } = board
  const clock = clockIn(timeZone)
  return (
    <div className="min-h-full bg-sheet" data-theme={board.theme} style={ownColors}>
      <Columns columns="minmax(0,1fr) 376px">
        <div>
          <div className="con-region grid justify-items-start gap-2" role="alert" data-board-stale="" hidden>
            <Status kind="no">{`Not refreshed since ${clock(board.at)}`}</Status>
            <p className="text-muted">The line broke: these are the last figures. It is tried again.</p>
          </div>
          <div className="con-region flex flex-wrap gap-x-8 gap-y-3 [&_b]:text-h1">
            <Figure label={board.isWaited ? 'Open, to the waitlist first' : 'Open'} value={counts.open} />
            <Figure label="Held" value={counts.held} />
            <Figure label="Sold" value={counts.taken} />
            <Figure label="House" value={counts.house} />
          </div>
          <UnitCells units={units} marks={board.marks} timeZone={timeZone} />
          <p className="sr-only" role="status" data-board-words={boardWords(counts)} />
        </div>
        <div>
          <Section title="Money" note="numbers of this drop, less what went back">
            <div className="grid grid-cols-2 gap-3">
              <Figure label="Taken" value={formatCents(sales.takenCents)} />
              <Figure label="Per number" value={formatCents(board.depositPrice)} />
            </div>
            {sales.refundedCents > 0 && (
              <p className="con-hint mt-1">{formatCents(sales.refundedCents)} given back.</p>
            )}
          </Section>
          <Section title="Under way">
            <KeyValues
              rows={[
                ['Filling in', String(sales.filling)],
                ['Paying', String(sales.paying)],
                ['Unsettled', String(sales.unsettled)],
                ['On the waitlist', String(board.waiting)],
              ]}
            />
          </Section>
        </div>
      </Columns>
    </div>
  )
}

function clockIn(timeZone: string) {
  const format = dateFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  return (moment: Date) => format.format(moment)
}

type CellsProps = { units: readonly BoardUnitState[]; marks: Board['marks']; timeZone: string }

function UnitCells({ units, marks, timeZone }: CellsProps) {
  const byNumber = new Map(marks.map((mark) => [mark.number, mark]))
  const clock = clockIn(timeZone)
  return (
    <ol
      className="mx-[14px] mb-[14px] grid grid-cols-10 border-t-2 border-l-2 border-control max-[700px]:grid-cols-5"
      aria-label="Numbers"
    >
      {units.map((state, at) => {
        const { state: progress, paidAt, orderId } = byNumber.get(at + 1) ?? {}
        const detail = [progress, paidAt && clock(paidAt)].filter(Boolean).join(' ')
        const look = unitLooks[state]
        const inside = (
          <>
            <b className={`font-display text-3xl/tight font-[300] ${look.number ?? ''}`} aria-hidden>
              {at + 1}
            </b>
            <span className={`text-xs/[1rem] ${look.detail ?? 'text-faint'}`} aria-hidden>
              {detail || unitWords[state]}
            </span>
            <span className="sr-only">{`Number ${at + 1}, ${unitWords[state]}${detail && `, ${detail}`}`}</span>
          </>
        )
        return (
          <li
            key={at}
            className={`relative grid content-between border-r border-b border-hairline min-h-[84px] px-[10px] py-2 max-[700px]:min-h-[72px] ${state === 'held' ? 'bg-accent-tint' : ''} ${orderId ? 'hover:bg-plate' : ''}`}
            data-state={state}
          >
            {orderId ? (
              <a className="grid before:absolute before:inset-0" href={`/staff/orders/${orderId}`}>
                {inside}
              </a>
            ) : (
              inside
            )}
            <i className={`mt-1.5 ${look.line}`} />
          </li>
        )
      })}
    </ol>
  )
}

const unitLooks: Record<BoardUnitState, { line: string; number?: string; detail?: string }> = {
  open: { line: 'border-t-2 border-accent', detail: 'text-accent' },
  held: { line: 'border-t-2 border-dashed border-accent' },
  taken: { line: 'border-t border-control', number: 'text-faint line-through decoration-1' },
  house: { line: 'border-t border-dashed border-muted', number: 'text-faint' },
}

function boardWords({ open, held, taken }: Board['counts']): string {
  return `${open} open, ${held} held, ${taken} sold`
}

const unitWords: Record<BoardUnitState, string> = {
  open: 'open',
  held: 'held',
  taken: 'sold',
  house: 'house',
}
