import type { ReactNode } from 'react'
import { formatCentsExact } from '#app/kit/money.ts'

export type LedgerRow = {
  key: string
  date?: ReactNode
  label: ReactNode
  cents: number
  /** `sum` has a rule above, `total` a double rule; `phantom` is money that is not requested yet. */
  kind?: 'sum' | 'total' | 'phantom'
}

/** Money in rows. Amounts are without the sign of the currency: say it in the section's note. */
export function Ledger({ rows, caption = 'Ledger' }: { rows: readonly LedgerRow[]; caption?: string }) {
  const isDated = rows.some(({ date }) => date !== undefined)
  return (
    <table className="con-ledger">
      <caption className="sr-only">{caption}, in US dollars</caption>
      <tbody>
        {rows.map(({ key, date, label, cents, kind }) => (
          <tr key={key} data-kind={kind}>
            {isDated && <td className="con-code text-faint">{date}</td>}
            <td>{label}</td>
            <td className="con-number">{formatAmount(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An amount for a column: `2,399.00`, and `−18.00` with a true minus. */
function formatAmount(cents: number): string {
  return formatCentsExact(cents).replace('$', '').replace('-', '−')
}
