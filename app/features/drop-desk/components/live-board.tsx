import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Figure } from '#app/features/console/components/marks.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { type BoardUnitState, maxMarkedUnits, unpackBoard } from '#app/features/drops/rules/board.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { boardMinutes } from '../rules.ts'
import { answerWords, refusedHoldWords, troubleWords, unitWords } from '../words.ts'
import { HoldLines } from './hold-lines.tsx'
import { MinuteBars } from './minute-bars.tsx'
import type { BoardView } from '../routes/board.server.ts'

type Props = {
  board: BoardView
  timeZone: string
  ownColors: CSSProperties | undefined
}

/** A launch while it runs: each number, the holds and their time left, the money, and the errors. */
export function LiveBoard({ board, timeZone, ownColors }: Props) {
  const { counts, sales, refusals, units } = board
  const clock = clockIn(timeZone)
  return (
    <div className="min-h-full bg-sheet" data-theme={board.theme} style={ownColors}>
      <Columns columns="minmax(0,1fr) 376px">
        <div>
          <div className="con-region grid justify-items-start gap-2" role="alert" data-board-stale="" hidden>
            <Status kind="no">{`Not refreshed since ${clock(board.at)}`}</Status>
            <p className="text-muted">The line broke: these are the last figures. It is tried again.</p>
          </div>
          <div className="con-region flex flex-wrap gap-x-8 gap-y-3 [&_.con-figure]:text-title">
            <Figure label={board.isWaited ? 'Open, to the waitlist first' : 'Open'} value={counts.open} />
            <Figure label="Held" value={counts.held} />
            <Figure label="Sold" value={counts.taken} />
            <Figure label="House" value={counts.house} />
            {/* Where what stands beside a large run comes a hundred rows below it. */}
            {units.length > maxMarkedUnits && (
              <p className="basis-full xl:hidden">
                <a className="con-link" href="#board-facts">
                  Money, holds and errors
                </a>
              </p>
            )}
          </div>
          <UnitCells
            units={units}
            marks={units.length <= maxMarkedUnits ? board.marks : []}
            timeZone={timeZone}
          />
          <p className="sr-only" role="status" data-board-words={boardWords(counts)} />
        </div>
        <div id="board-facts">
          <Section title="Money" note="numbers of this drop, less what went back">
            <div className="grid grid-cols-2 gap-3">
              <Figure label="Taken" value={formatCents(sales.takenCents)} />
              <Figure label="Per number" value={formatCents(board.depositCents)} />
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
                ['Gateway answers in', answerWords(sales.answers)],
                ['On the waitlist', String(board.waiting)],
              ]}
            />
          </Section>
          <Section title="Mails of the shop" note="all of them, not of this drop alone">
            <KeyValues
              rows={[
                ['Waiting', String(board.mails.waiting)],
                ['Failed, tried again', String(board.mails.failed)],
              ]}
            />
            {board.mails.outageSince && (
              <p className="mt-1">
                <Status kind="over">{`The mail server takes none since ${clock(board.mails.outageSince)}`}</Status>
              </p>
            )}
          </Section>
          <Section title="Holds that end first" note={`${counts.held} in all`}>
            <HoldLines holds={board.holds} now={board.at} />
          </Section>
          <Section title="By the minute" note={`last ${boardMinutes} min`}>
            <MinuteBars at={board.at} minutes={sales.minutes} refusals={refusals} clock={clock} />
          </Section>
          <Section title="Refused and failed" note={`last ${boardMinutes} min`}>
            <Failures refusals={refusals} troubles={sales.troubles} clock={clock} />
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

type FailuresProps = {
  refusals: BoardView['refusals']
  troubles: BoardView['sales']['troubles']
  clock: (moment: Date) => string
}

/** The holds that were refused, by reason, and the orders that met trouble. */
function Failures({ refusals, troubles, clock }: FailuresProps) {
  const refused = sumByWhy(refusals)
  if (refused.length === 0 && troubles.length === 0)
    return <p className="text-muted">Nothing was refused and nothing failed.</p>
  return (
    <ul className="grid gap-1">
      {refused.map(({ why, count }) => (
        <li key={why} className="flex gap-2">
          <Status kind="gate" quiet>
            {refusedHoldWords(why)}
          </Status>
          <span className="con-code ml-auto">{count}</span>
        </li>
      ))}
      {troubles.map(({ id, at, kind, orderId, number }) => (
        <li key={id} className="flex gap-2">
          <Status kind="no" quiet>
            {troubleWords(kind)}
            {number !== null && `, № ${number}`}
          </Status>
          <Link className="con-link ml-auto" to={`/staff/orders/${orderId}`}>
            {orderId}
          </Link>
          <span className="con-code text-faint">{clock(at)}</span>
        </li>
      ))}
    </ul>
  )
}

function sumByWhy(refusals: BoardView['refusals']): { why: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const { why, count } of refusals) sums.set(why, (sums.get(why) ?? 0) + count)
  return [...sums].map(([why, count]) => ({ why, count })).toSorted((a, b) => b.count - a.count)
}

type CellsProps = { units: string; marks: BoardView['marks']; timeZone: string }

/** Every number. */
function UnitCells({ units, marks, timeZone }: CellsProps) {
  const byNumber = new Map(marks.map((mark) => [mark.number, mark]))
  const clock = clockIn(timeZone)
  return (
    <ol
      className="con-board-units"
      data-many={units.length > maxMarkedUnits || undefined}
      aria-label="Numbers"
    >
      {unpackBoard(units).map((state, at) => {
        const mark = byNumber.get(at + 1)
        const detail = mark ? `${mark.state ?? ''} ${mark.paidAt ? clock(mark.paidAt) : ''}`.trim() : ''
        return (
          <UnitCell key={at} number={at + 1} state={state} detail={detail} orderId={mark?.orderId ?? ''} />
        )
      })}
    </ol>
  )
}

type CellProps = { number: number; state: BoardUnitState; detail: string; orderId: string }

function UnitCell({ number, state, detail, orderId }: CellProps) {
  const words = `Number ${number}, ${unitWords[state]}${detail && `, ${detail}`}`
  const inside = (
    <>
      <b aria-hidden>{number}</b>
      <span aria-hidden data-detail>
        {detail || unitWords[state]}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
  return (
    <li className="con-board-unit" data-state={state}>
      {orderId ? <Link to={`/staff/orders/${orderId}`}>{inside}</Link> : inside}
    </li>
  )
}

/** The counts as they are spoken. */
function boardWords({ open, held, taken }: BoardView['counts']): string {
  return `${open} open, ${held} held, ${taken} sold`
}
