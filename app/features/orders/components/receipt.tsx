import { formatCentsExact } from '#app/kit/money.ts'
import type { Fulfillment } from '../sellable.ts'
import { fulfillmentWords } from '../words/refunds.ts'
import { PrintButton } from './print-button.tsx'

type Props = {
  orderId: string
  /** The moment of payment, written in the shop's zone. */
  paidOn: string
  lines: readonly {
    position: number
    title: string
    detail: string
    quantity: number
    unitCents: number
    fulfillment: Fulfillment
  }[]
  /** How the parcels were sent, and for how much; `null` on orders without a parcel. */
  shipping: { name: string; cents: number } | null
  /** The sales tax on lines and shipping together, and what it is made of. */
  tax: { cents: number; label: string } | null
  capturedCents: number
  /** Money given back, oldest first. */
  refunds: readonly { id: string; amountCents: number; on: string; of: string }[]
}

/** What was paid and given back, item by item, fit to be printed. */
export function Receipt({ orderId, paidOn, lines, shipping, tax, capturedCents, refunds }: Props) {
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
          {lines.map(({ position, title, detail, quantity, unitCents, fulfillment }) => (
            <tr key={position}>
              <th scope="row">
                {[title, detail].filter(Boolean).join(': ')}
                <br />
                <span className="cap">
                  {fulfillmentWords[fulfillment]}
                  {quantity > 1 && `, ${quantity} at ${formatCentsExact(unitCents)}`}
                </span>
              </th>
              <td className="num r">{formatCentsExact(unitCents * quantity)}</td>
            </tr>
          ))}
          {shipping && <Sum label={`Shipping, ${shipping.name}`} cents={shipping.cents} />}
          {tax && <Sum label={tax.label} cents={tax.cents} />}
          {refunds.map(({ id, amountCents, on, of }) => (
            <tr key={id}>
              <th scope="row">
                Refunded {on}
                {of && (
                  <>
                    <br />
                    <span className="cap">{of}</span>
                  </>
                )}
              </th>
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

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="num r">{formatCentsExact(cents)}</td>
    </tr>
  )
}
