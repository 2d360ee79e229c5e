import { Link } from 'react-router'
import { Shape } from '#app/features/console/components/shape.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { openStages, type Stage } from '#app/features/orders/rules.ts'
import { lackWords } from '#app/features/dealers/words.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { type BoardSheet, medianShare, type Slip } from '../rules.ts'
import { stageHeads } from '../words.ts'

type Row = BoardSheet['rows'][number]
type Medians = Partial<Record<Stage, number>>

/** The board: a row for each dealer, a column for each stage, a slip for each firearm. */
export function Board({
  board: { rows, counts },
  medians,
  current,
}: {
  board: BoardSheet
  medians: Medians
  current: string
}) {
  return (
    <div className="con-board" role="table" aria-label="Transfers by dealer and stage">
      <div role="row" className="contents max-md:hidden">
        <div className="con-board-head" role="columnheader">
          <b>Dealer</b>
          <small>license, papers</small>
        </div>
        {openStages.map((stage) => (
          <div className="con-board-head" role="columnheader" key={stage}>
            <b>
              {stageHeads[stage]} <span className="text-faint">{counts[stage] ?? 0}</span>
            </b>
            <small>
              {medians[stage] === undefined ? 'no median yet' : `median ${Math.round(medians[stage])} d`}
            </small>
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div role="row" className="contents" key={row.dealerKey ?? row.name}>
          <Dealer row={row} />
          {row.cells.map(({ stage, slips, more }) => (
            <div className="con-board-cell" role="cell" key={stage}>
              {slips.map((slip) => (
                <SlipLink key={`${slip.orderId}/${slip.position}`} slip={slip} current={current} />
              ))}
              {more > 0 && <More row={row} stage={stage} count={more} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** What a cell has no place for: the dealer's file lists all of theirs, the list of orders the rest. */
function More({ row: { dealerKey, name }, stage, count }: { row: Row; stage: Stage; count: number }) {
  const to = dealerKey
    ? `/staff/dealers/${dealerKey}`
    : `/staff/orders?stage=${stage}${name ? '' : '&dealer=none'}`
  return (
    <Link to={to} className="text-sm">
      {count} more
      <span className="sr-only">
        , {stageHeads[stage]}, {name || 'no dealer yet'}
      </span>
    </Link>
  )
}

function Dealer({ row: { dealerKey, name, place, licenseEnds, missing } }: { row: Row }) {
  return (
    <div className="con-board-dealer" role="rowheader">
      <b className="con-clip">
        {dealerKey ? <Link to={`/staff/dealers/${dealerKey}`}>{name}</Link> : name || 'No dealer yet'}
      </b>
      <small className="con-clip">{place}</small>
      {name && (
        <span title={missing.map((lack) => lackWords[lack]).join(' ')}>
          <Status kind={missing.length === 0 ? 'done' : 'gate'}>
            {missing.length === 0 ? 'file complete' : `${missing.length} missing`}
          </Status>
        </span>
      )}
      {licenseEnds && <small>FFL {formatCalendarDate(licenseEnds)}</small>}
    </div>
  )
}

function SlipLink({ slip, current }: { slip: Slip; current: string }) {
  const { orderId, position, label, buyer, days, median, isLong, barShare } = slip
  const path = `${orderId}/${position}`
  return (
    <Link
      to={`/staff/transfers/${path}`}
      className="con-slip"
      data-row=""
      data-open=""
      aria-current={path === current || undefined}
      preventScrollReset
    >
      <span>
        <span className="text-faint md:hidden">{stageHeads[slip.stage]}</span>
        <b className="con-clip">{label}</b>
        <span className="con-clip text-muted">{buyer}</span>
        {isLong && <Shape kind="over" />}
      </span>
      <span className="con-slip-bar" data-long={isLong || undefined}>
        <svg aria-hidden="true">
          <line x1="0" x2={`${barShare}%`} y1="7" y2="7" data-days="" />
          {median !== null && (
            <line x1={`${medianShare}%`} x2={`${medianShare}%`} y1="1" y2="12" data-median="" />
          )}
        </svg>
        <span>
          {days} d<span className="sr-only">{isLong ? ', longer than 1.5 × our median' : ''}</span>
        </span>
      </span>
    </Link>
  )
}
