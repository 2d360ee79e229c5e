import { formatCentsExact } from '#app/kit/money.ts'
import { PrintButton } from './print-button.tsx'

type Props = {
  orderId: string
  /** The moment of payment, written in the shop's zone. */
  paidOn: string
  lines: readonly { title: string; detail: string; unitCents: number }[]
  capturedCents: number
  /** Money given back, oldest first. */
  refunds: readonly { id: string; amountCents: number; on: string }[]
}

/** What was paid and given back, item by item, fit to be printed. */
export function Receipt({ orderId, paidOn, lines, capturedCents, refunds }: Props) {
  const kept = refunds.reduce((rest, { amountCents }) => rest - amountCents, capturedCents)
  return (
    <section className="receipt" aria-labelledby="receipt">
      <div className="receipt-h">
        <h2 className="h3" id="receipt">
          Receipt
        </h2>
        <PrintButton />
      </div>
      <p className="small">
        PACo, Miami, Florida. Order {orderId}, paid {paidOn}.
      </p>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, detail, unitCents }) => (
            <tr key={detail}>
              <th scope="row">
                {[title, detail].filter(Boolean).join(': ')}
                <br />
                <span className="cap">Refundable reservation deposit</span>
              </th>
              <td className="num r">{formatCentsExact(unitCents)}</td>
            </tr>
          ))}
          {refunds.map(({ id, amountCents, on }) => (
            <tr key={id}>
              <th scope="row">Refunded {on}</th>
              <td className="num r">-{formatCentsExact(amountCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{refunds.length ? 'Paid and kept' : 'Paid'}</td>
            <td className="num r">{formatCentsExact(kept)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
