import { boardMinutes } from '../rules.ts'
import type { BoardView } from '../routes/board.server.ts'

type Props = {
  at: Date
  minutes: BoardView['sales']['minutes']
  refusals: BoardView['refusals']
  clock: (moment: Date) => string
}

const head = 'text-left font-normal text-faint'

/** Each of the last minutes: what was sold, what failed, what was refused. A table, drawn as bars. */
export function MinuteBars({ at, minutes, refusals, clock }: Props) {
  const rows = rowsOf(at, minutes, refusals)
  const peak = Math.max(1, ...rows.map(({ sold, failed, refused }) => Math.max(sold, failed, refused)))
  return (
    <table className="w-full">
      <thead>
        <tr>
          {['Minute', 'Sold', 'Failed', 'Refused'].map((title) => (
            <th key={title} scope="col" className={head}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ minute, sold, failed, refused }) => (
          <tr key={minute.getTime()}>
            <th scope="row" className={head}>
              {clock(minute)}
            </th>
            <Bar count={sold} peak={peak} color="border-accent" />
            <Bar count={failed} peak={peak} color="border-stop" />
            <Bar count={refused} peak={peak} color="border-muted" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A count over its line, whose whole length is the highest count. */
function Bar({ count, peak, color }: { count: number; peak: number; color: string }) {
  return (
    <td className="relative w-[27%] pt-0.5 pr-1.5 pb-1">
      <i
        className={`absolute bottom-0 left-0 border-t-2 ${color}`}
        style={{ inlineSize: `${(count / peak) * 100}%` }}
      />
      {count}
    </td>
  )
}

function rowsOf(at: Date, minutes: Props['minutes'], refusals: Props['refusals']) {
  const newest = minuteOf(at)
  return Array.from({ length: boardMinutes }, (_, back) => {
    const minute = newest - back
    const is = (moment: Date) => minuteOf(moment) === minute
    const sales = minutes.find((row) => is(row.minute))
    return {
      minute: new Date(minute * 60_000),
      sold: sales?.paid ?? 0,
      failed: (sales?.declined ?? 0) + (sales?.silent ?? 0),
      refused: refusals.filter((row) => is(row.at)).reduce((sum, { count }) => sum + count, 0),
    }
  }).filter(({ sold, failed, refused }, index) => index < 5 || sold + failed + refused > 0)
}

const minuteOf = (moment: Date) => Math.floor(moment.getTime() / 60_000)
