import { invoiceWords } from '../words/invoice.ts'
import './invoice.css'

/** An invoice that waits for its payment, as the order's page shows it. */
export type ShownInvoice = { amountCents: number; dueOn: string; payTo: string }

/** How the invoice is paid, and until when. */
export function InvoicePanel({ orderId, invoice }: { orderId: string; invoice: ShownInvoice }) {
  return (
    <section className="invoice" aria-labelledby="invoice">
      <h2 className="h3" id="invoice">
        How to pay
      </h2>
      <p className="pay-to">{invoice.payTo}</p>
      <p>{invoiceWords.name(orderId)}</p>
      <p className="small">{invoiceWords.overdue}</p>
    </section>
  )
}
