import { invoiceWords } from '../words/invoice.ts'
import './invoice.css'

/** An unpaid invoice, as the order page shows it. */
export type ShownInvoice = { amountCents: number; dueOn: string; payTo: string }

/** How to pay the invoice, and by when. */
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
