import '#app/ui/styles/table.css'
import { ButtonLink, Button } from '#app/ui/button.tsx'
import type { ShownReceipt } from '../routes/shown-order.server.ts'
import Printer from 'lucide-react/icons/printer'

export function Receipt({ orderId, seller, paidOn, ...receipt }: ShownReceipt) {
  const { bought, charges, refunds, rest, confirmed } = receipt
  return (
    <section aria-labelledby="receipt">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="h3" id="receipt">
          Receipt
        </h2>
        <span className="flex flex-wrap gap-2 print:hidden">
          <ButtonLink to={`/orders/${orderId}/receipt.pdf`} size="sm">
            Receipt (PDF)
          </ButtonLink>
          <PrintButton />
        </span>
      </div>
      <p className="text-sm text-muted">
        {seller}. Order {orderId}, paid {paidOn}.
      </p>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {[...bought, ...charges, ...refunds].map((row, at) => (
            <tr key={at}>
              <th scope="row">
                {row.label}
                {row.note && <span className="block text-sm text-faint">{row.note}</span>}
              </th>
              <td className="numeral r">{row.amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{rest.label}</td>
            <td className="numeral r">{rest.amount}</td>
          </tr>
        </tfoot>
      </table>
      {confirmed && <p className="text-sm text-faint">{confirmed}</p>}
    </section>
  )
}

function PrintButton() {
  return (
    <Button type="button" size="sm" className="noscript:hidden print:hidden" data-print>
      <Printer />
      Print
    </Button>
  )
}
