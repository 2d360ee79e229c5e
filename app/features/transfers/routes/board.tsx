import { EmptyList } from '#app/features/console/components/section.tsx'
import { Frame, Status, Shape } from '#app/features/console/components/status.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { boardSheet, type BoardSheet, medianShare, type Slip, stageHeads } from '../rules.ts'
import { findBoard } from '../store.server.ts'
import type { Route } from './+types/board'
import { openStages, type Stage } from '#app/features/orders/rules.ts'
import { lackWords } from '#app/features/dealers/rules.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'

export const handle: StaffHandle = { right: 'transfers', title: 'Transfers' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { rows, medians } = await findBoard(shop.db, { now: shop.now(), timeZone: shop.timeZone })
  return { board: boardSheet(rows, Number(new URL(request.url).searchParams.get('page'))), medians }
}

export default function TransferBoard({ loaderData: { board, medians } }: Route.ComponentProps) {
  const { open, long, page, pages } = board
  return (
    <Sheet
      head={
        <>
          <Frame>
            <span>{open} open</span>
          </Frame>
          {long > 0 && <Status kind="over">{`${long} longer than 1.5 × the median`}</Status>}
          <span className="text-faint max-md:hidden">
            3/7 is drop 3, number 7. Bar: days at the stage; tick: our median
          </span>
        </>
      }
      next={long > 0 ? 'Look at what stays longest' : undefined}
      action={<VerbLink to="/staff/dealers">Dealers</VerbLink>}
    >
      {open === 0 ? (
        <EmptyList>No firearm is on its way to a buyer.</EmptyList>
      ) : (
        <>
          <Board board={board} medians={medians} />
          {pages > 1 && <Pages page={page} pages={pages} />}
        </>
      )}
    </Sheet>
  )
}

function Pages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav aria-label="Pages of the board" className="mt-4 flex flex-wrap items-center gap-4">
      {page > 1 && <VerbLink to={`?page=${page - 1}`}>Busier dealers</VerbLink>}
      <span className="text-muted">
        Page {page} of {pages}
      </span>
      {page < pages && <VerbLink to={`?page=${page + 1}`}>More dealers</VerbLink>}
    </nav>
  )
}

type Row = BoardSheet['rows'][number]
type Medians = Partial<Record<Stage, number>>

const cell = 'min-w-0 border-r border-b border-hairline'
const head = `${cell} sticky top-0 z-1 bg-sheet p-2 first:pl-3`
const headWord =
  'flex justify-between gap-1.5 font-display text-sm font-normal tracking-wide whitespace-nowrap'
const remark = 'block text-xs text-faint'

function Board({ board: { rows, counts }, medians }: { board: BoardSheet; medians: Medians }) {
  return (
    <div
      className="grid grid-cols-[158px_repeat(11,minmax(106px,1fr))] overflow-x-auto max-md:grid-cols-1"
      role="table"
      aria-label="Transfers by dealer and stage"
    >
      <div role="row" className="contents max-md:hidden">
        <div className={head} role="columnheader">
          <b className={headWord}>Dealer</b>
          <small className={remark}>license, papers</small>
        </div>
        {openStages.map((stage) => (
          <div className={head} role="columnheader" key={stage}>
            <b className={headWord}>
              {stageHeads[stage]} <span className="text-faint">{counts[stage] ?? 0}</span>
            </b>
            <small className={remark}>
              {medians[stage] === undefined ? 'no median yet' : `median ${Math.round(medians[stage])} d`}
            </small>
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div role="row" className="contents" key={row.dealerKey ?? row.name}>
          <Dealer row={row} />
          {row.cells.map(({ stage, slips, more }) => (
            <div
              className={`${cell} grid grid-cols-1 content-start gap-1 p-1 max-md:empty:hidden`}
              role="cell"
              key={stage}
            >
              {slips.map((slip) => (
                <SlipLink key={`${slip.orderId}/${slip.position}`} slip={slip} />
              ))}
              {more > 0 && <More row={row} stage={stage} count={more} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function More({ row: { dealerKey, name }, stage, count }: { row: Row; stage: Stage; count: number }) {
  const to = dealerKey
    ? `/staff/dealers/${dealerKey}`
    : `/staff/orders?stage=${stage}${name ? '' : '&dealer=none'}`
  return (
    <a href={to} className="text-sm max-md:flex max-md:min-h-11 max-md:items-center">
      {count} more
      <span className="sr-only">
        , {stageHeads[stage]}, {name || 'no dealer yet'}
      </span>
    </a>
  )
}

function Dealer({ row: { dealerKey, name, place, licenseEnds, missing } }: { row: Row }) {
  return (
    <div className={`${cell} grid content-start py-2 pr-2 pl-3`} role="rowheader">
      <b className="con-clip">
        {dealerKey ? (
          <a className="max-md:flex max-md:min-h-11 max-md:items-center" href={`/staff/dealers/${dealerKey}`}>
            {name}
          </a>
        ) : (
          name || 'No dealer yet'
        )}
      </b>
      <small className={`con-clip ${remark}`}>{place}</small>
      {name && (
        <span title={missing.map((lack) => lackWords[lack]).join(' ')}>
          <Status kind={missing.length === 0 ? 'done' : 'gate'}>
            {missing.length === 0 ? 'file complete' : `${missing.length} missing`}
          </Status>
        </span>
      )}
      {licenseEnds && <small className={remark}>FFL {formatCalendarDate(licenseEnds)}</small>}
    </div>
  )
}

function SlipLink({ slip }: { slip: Slip }) {
  const { orderId, label, buyer, days, median, isLong, barShare } = slip
  return (
    <a
      href={`/staff/orders/${orderId}`}
      className="block min-h-10 border border-l-2 border-transparent border-l-control bg-plate px-1 pt-0.5 pb-1 hover:bg-raised max-[700px]:min-h-11"
      data-row=""
      data-open=""
    >
      <span className="flex min-w-0 items-center gap-1 [font-size:var(--text-xs)]">
        <span className="text-faint md:hidden">{stageHeads[slip.stage]}</span>
        <b className="con-clip max-w-[70%] flex-none">{label}</b>
        <span className="con-clip text-muted">{buyer}</span>
        {isLong && <Shape kind="over" />}
      </span>
      <span className="relative block pr-8">
        <svg className="h-[14px] w-full overflow-visible" aria-hidden="true">
          <line
            className={isLong ? 'stroke-stop stroke-[5]' : 'stroke-faint stroke-[3]'}
            x1="0"
            x2={`${barShare}%`}
            y1="7"
            y2="7"
          />
          {median !== null && (
            <line className="stroke-muted" x1={`${medianShare}%`} x2={`${medianShare}%`} y1="1" y2="12" />
          )}
        </svg>
        <span className={`absolute top-0 right-0 text-xs ${isLong ? 'font-bold text-stop' : 'text-faint'}`}>
          {days} d<span className="sr-only">{isLong ? ', longer than 1.5 × our median' : ''}</span>
        </span>
      </span>
    </a>
  )
}
