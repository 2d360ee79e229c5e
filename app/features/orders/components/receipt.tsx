import '#app/ui/styles/table.css'
import { formatCentsExact } from '#app/kit/money.ts'
import { ButtonLink, Button } from '#app/ui/button.tsx'
import type { ShownReceipt } from '../routes/shown-order.server.ts'
import { fulfillmentWords } from '../refunds.ts'
import Printer from 'lucide-react/icons/printer'

export function Receipt({ orderId, seller, paidOn, lines, ...receipt }: ShownReceipt) {
  const { shipping, tax, capturedCents, refunds, confirmed } = receipt
  const remainingCents = refunds.reduce((rest, { amountCents }) => rest - amountCents, capturedCents)
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
          {lines.map(({ position, title, detail, quantity, unitCents, fulfillment }) => (
            <tr key={position}>
              <th scope="row">
                {[title, detail].filter(Boolean).join(': ')}
                <br />
                <span className="text-sm text-faint">
                  {fulfillmentWords[fulfillment]}
                  {quantity > 1 && `, ${quantity} at ${formatCentsExact(unitCents)}`}
                </span>
              </th>
              <td className="numeral r">{formatCentsExact(unitCents * quantity)}</td>
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
                    <span className="text-sm text-faint">{of}</span>
                  </>
                )}
              </th>
              <td className="numeral r">-{formatCentsExact(amountCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{refunds.length ? 'Paid after refunds' : 'Paid'}</td>
            <td className="numeral r">{formatCentsExact(remainingCents)}</td>
          </tr>
        </tfoot>
      </table>
      {confirmed && (
        <p className="text-sm text-faint">
          You confirmed on {confirmed.on}: “{confirmed.sentence}” Terms version {confirmed.termsVersion},
          refund policy version {confirmed.refundPolicyVersion}.
        </p>
      )}
    </section>
  )
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="numeral r">{formatCentsExact(cents)}</td>
    </tr>
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
