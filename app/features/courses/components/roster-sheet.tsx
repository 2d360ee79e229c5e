import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useFetcher } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { SeatState } from '../rules.ts'
import type { RosterMark, RosterRow, rosterTotals } from '../rules/roster.ts'
import { RangeDrawing } from './range-drawing.tsx'
import { markWords, rosterWords, unlistedWords } from '../words/roster.ts'

/** A student as the sheet shows one: marks as the time they were set, or null. */
type StudentRow = Omit<RosterRow, 'checkedInAt' | 'balancePaidAt'> & {
  checkedIn: string | null
  balancePaid: string | null
}

type Props = {
  sessionId: string
  course: string
  day: string
  hours: string
  place: string
  /** Seats the class was opened with. */
  seats: number
  isCanceled: boolean
  unlisted: number
  totals: ReturnType<typeof rosterTotals>
  rows: StudentRow[]
}

/** The instructor's list: who comes, who came, and what is due on the day. On paper it is a table to tick by hand. */
export function RosterSheet(props: Props) {
  const { sessionId, course, day, hours, place, seats, isCanceled, unlisted, totals, rows } = props
  return (
    <div className="wrap ros">
      <header>
        <div>
          <h1 className="h1">{rosterWords.title}</h1>
          <p className="lead">{course}</p>
          <p className="ros-when">
            {day}, {hours}
            <br />
            {place}
          </p>
          {isCanceled && (
            <p className="ros-off" role="status">
              {rosterWords.canceled}
            </p>
          )}
        </div>
        <figure className="ros-lanes">
          <RangeDrawing seats={Array.from({ length: seats }, (_, at) => laneOf(rows, at + 1))} />
          <figcaption className="cap">{rosterWords.lanes}</figcaption>
        </figure>
      </header>
      <DefinitionList
        look="stats"
        items={[
          { term: 'Students', value: totals.students, note: `of ${seats} seats` },
          { term: 'Checked in', value: totals.checkedIn, note: `of ${totals.students}` },
          { term: 'Balance due', value: formatCents(totals.dueCents) },
          { term: 'Balance paid', value: formatCents(totals.paidCents) },
        ]}
      />
      <div className="btns ros-tools">
        <ButtonLink size="sm" to={`/rosters/${sessionId}/roster.csv`} reloadDocument>
          <Download />
          {rosterWords.csv}
        </ButtonLink>
        <PrintSheet />
      </div>
      {rows.length === 0 ? (
        <EmptyState {...rosterWords.empty} />
      ) : (
        <table className="tbl ros-tbl">
          <caption className="vh">
            Students of {course}, {day}
          </caption>
          <thead>
            <tr>
              <th scope="col">Seat</th>
              <th scope="col">Name</th>
              <th scope="col">Email</th>
              <th scope="col">Deposit</th>
              <th scope="col">{markWords.balancePaid.column}</th>
              <th scope="col">{markWords.checkedIn.column}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Student key={row.orderId} sessionId={sessionId} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {unlisted > 0 && <p className="small">{unlistedWords(unlisted)}</p>}
      <p className="cap">{rosterWords.privacy}</p>
    </div>
  )
}

/** A lane is lit once its student is here. */
function laneOf(rows: readonly StudentRow[], seat: number): SeatState {
  const student = rows.find((row) => row.seat === seat)
  if (!student) return 'taken'
  return student.checkedIn ? 'open' : 'held'
}

function Student({ sessionId, row }: { sessionId: string; row: StudentRow }) {
  const { orderId, seat, name, email, depositCents, balanceCents, checkedIn, balancePaid } = row
  const mark = { sessionId, orderId, name }
  return (
    <tr id={orderId} data-in={checkedIn ? true : undefined}>
      <td className="num ros-seat">{seat}</td>
      <th scope="row">{name}</th>
      <td className="ros-mail">
        <a className="lnk" href={`mailto:${email}`}>
          {email}
        </a>
      </td>
      <td data-label="Deposit">
        <span className="num">{formatCents(depositCents)}</span>
      </td>
      <td data-label={markWords.balancePaid.column}>
        <span className="num">{formatCents(balanceCents)}</span>
        <Mark {...mark} mark="balancePaid" at={balancePaid} />
      </td>
      <td data-label={markWords.checkedIn.column}>
        <Mark {...mark} mark="checkedIn" at={checkedIn} />
      </td>
    </tr>
  )
}

type MarkProps = { sessionId: string; orderId: string; name: string; mark: RosterMark; at: string | null }

/** One mark with the button that sets it or takes it back: a form of its own, which works without script. */
function Mark({ sessionId, orderId, name, mark, at }: MarkProps) {
  const fetcher = useFetcher<{ refusal?: string }>()
  const { set, unset, done } = markWords[mark]
  const label = at ? unset : set
  return (
    <fetcher.Form method="post" action={`/rosters/${sessionId}/marks`} className="ros-mark">
      <input type="hidden" name="order" value={orderId} />
      <input type="hidden" name="mark" value={mark} />
      <input type="hidden" name="to" value={at ? 'unset' : 'set'} />
      {at ? (
        <span className="ros-done">
          <Check aria-hidden />
          {done} {at}
        </span>
      ) : (
        <span className="ros-box" aria-hidden />
      )}
      <Button
        size="sm"
        variant={at ? 'text' : 'secondary'}
        busy={fetcher.state !== 'idle'}
        aria-label={`${label}: ${name}`}
      >
        {at ? 'Undo' : label}
      </Button>
      {fetcher.data?.refusal && (
        <span className="err" role="alert">
          {fetcher.data.refusal}
        </span>
      )}
    </fetcher.Form>
  )
}

/** Without script there is none: the browser's own menu prints as well. */
function PrintSheet() {
  if (!useHydrated()) return null
  return (
    <Button type="button" size="sm" onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
  )
}
