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

/** A student in the list. A mark is the time it was set, or null. */
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
  /** How many seats the class has. */
  seats: number
  isCanceled: boolean
  unlisted: number
  totals: ReturnType<typeof rosterTotals>
  rows: StudentRow[]
}

/** The instructor's list: who is booked, who checked in, and what is due. Printed, it has boxes to tick by hand. */
export function RosterSheet(props: Props) {
  const { sessionId, course, day, hours, place, seats, isCanceled, unlisted, totals, rows } = props
  return (
    <div className="roster wrap grid gap-8 py-section">
      <header className="grid items-end gap-8 lg:grid-cols-2">
        <div className="grid gap-3">
          <h1 className="h1">{rosterWords.title}</h1>
          <p className="lead">{course}</p>
          <p className="text-muted">
            {day}, {hours}
            <br />
            {place}
          </p>
          {isCanceled && (
            <p className="border border-l-2 border-hairline border-l-accent p-4" role="status">
              {rosterWords.canceled}
            </p>
          )}
        </div>
        <figure className="mr-3 hidden w-[min(100%,400px)] gap-3 justify-self-end lg:grid print:hidden">
          <RangeDrawing seats={Array.from({ length: seats }, (_, at) => laneOf(rows, at + 1))} />
          <figcaption className="text-sm text-faint">{rosterWords.lanes}</figcaption>
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
      <div className="btns print:hidden">
        <ButtonLink size="sm" to={`/rosters/${sessionId}/roster.csv`} reloadDocument>
          <Download />
          {rosterWords.csv}
        </ButtonLink>
        <PrintSheet />
      </div>
      {rows.length === 0 ? (
        <EmptyState {...rosterWords.empty} />
      ) : (
        <table className="data-table roster-table">
          <caption className="sr-only">
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
      {unlisted > 0 && <p className="text-sm text-muted">{unlistedWords(unlisted)}</p>}
      <p className="text-sm text-faint">{rosterWords.privacy}</p>
    </div>
  )
}

/** A lane is lit once its student is checked in. */
function laneOf(rows: readonly StudentRow[], seat: number): SeatState {
  const student = rows.find((row) => row.seat === seat)
  if (!student) return 'taken'
  return student.checkedIn ? 'open' : 'held'
}

function Student({ sessionId, row }: { sessionId: string; row: StudentRow }) {
  const { orderId, seat, name, email, depositCents, balanceCents, checkedIn, balancePaid } = row
  const mark = { sessionId, orderId, name }
  return (
    <tr id={orderId} className="target:scroll-mt-32">
      <td className={`roster-seat numeral ${checkedIn ? 'text-accent' : ''}`}>{seat}</td>
      <th scope="row">{name}</th>
      <td>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      </td>
      <td data-label="Deposit">
        <span className="numeral">{formatCents(depositCents)}</span>
      </td>
      <td data-label={markWords.balancePaid.column}>
        <span className="numeral">{formatCents(balanceCents)}</span>
        <Mark {...mark} mark="balancePaid" at={balancePaid} />
      </td>
      <td data-label={markWords.checkedIn.column}>
        <Mark {...mark} mark="checkedIn" at={checkedIn} />
      </td>
    </tr>
  )
}

type MarkProps = { sessionId: string; orderId: string; name: string; mark: RosterMark; at: string | null }

/** One mark with its button. A form of its own, so it works without script. */
function Mark({ sessionId, orderId, name, mark, at }: MarkProps) {
  const fetcher = useFetcher<{ refusal?: string }>()
  const { set, unset, done } = markWords[mark]
  const label = at ? unset : set
  return (
    <fetcher.Form
      method="post"
      action={`/rosters/${sessionId}/marks`}
      className="ml-3 inline-flex flex-wrap items-center gap-x-3 gap-y-2 max-lg:ml-0"
    >
      <input type="hidden" name="order" value={orderId} />
      <input type="hidden" name="mark" value={mark} />
      <input type="hidden" name="to" value={at ? 'unset' : 'set'} />
      {at ? (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Check aria-hidden className="size-4 text-accent" />
          {done} {at}
        </span>
      ) : (
        <span className="hidden size-[14px] border border-current print:inline-block" aria-hidden />
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
        <span className="field-error" role="alert">
          {fetcher.data.refusal}
        </span>
      )}
    </fetcher.Form>
  )
}

/** Hidden without script, where the browser's own menu prints. */
function PrintSheet() {
  if (!useHydrated()) return null
  return (
    <Button type="button" size="sm" onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
  )
}
