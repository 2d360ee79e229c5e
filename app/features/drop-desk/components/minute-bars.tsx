import { boardMinutes } from '../rules.ts'
import type { ShownBoard } from './use-board.ts'

type Props = {
  at: string
  minutes: ShownBoard['sales']['minutes']
  refusals: ShownBoard['refusals']
  clock: (moment: string) => string
}

/** Each of the last minutes: what was sold, what failed, what was refused. A table, drawn as bars. */
export function MinuteBars({ at, minutes, refusals, clock }: Props) {
  const rows = rowsOf(at, minutes, refusals)
  const peak = Math.max(1, ...rows.map(({ sold, failed, refused }) => Math.max(sold, failed, refused)))
  const width = (count: number) => ({ inlineSize: `${(count / peak) * 100}%` })
  return (
    <table className="con-minutes">
      <thead>
        <tr>
          <th scope="col">Minute</th>
          <th scope="col">Sold</th>
          <th scope="col">Failed</th>
          <th scope="col">Refused</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ minute, sold, failed, refused }) => (
          <tr key={minute}>
            <th scope="row">{clock(minute)}</th>
            <td>
              <i style={width(sold)} data-kind="sold" />
              {sold}
            </td>
            <td>
              <i style={width(failed)} data-kind="failed" />
              {failed}
            </td>
            <td>
              <i style={width(refused)} data-kind="refused" />
              {refused}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rowsOf(at: string, minutes: Props['minutes'], refusals: Props['refusals']) {
  const newest = Math.floor(new Date(at).getTime() / 60_000)
  return Array.from({ length: boardMinutes }, (_, back) => {
    const minute = newest - back
    const is = (moment: string) => Math.floor(new Date(moment).getTime() / 60_000) === minute
    const sales = minutes.find((row) => is(row.minute))
    return {
      minute: new Date(minute * 60_000).toISOString(),
      sold: sales?.paid ?? 0,
      failed: (sales?.declined ?? 0) + (sales?.silent ?? 0),
      refused: refusals.filter((row) => is(row.at)).reduce((sum, { count }) => sum + count, 0),
    }
  }).filter(({ sold, failed, refused }, index) => index < 5 || sold + failed + refused > 0)
}
