import { invoiceWords } from '../words/invoice.ts'

export type ShownInvoice = { amountCents: number; dueOn: string; payTo: string }

export function InvoicePanel({ orderId, invoice }: { orderId: string; invoice: ShownInvoice }) {
  return (
    <section className="grid gap-3" aria-labelledby="invoice">
      <h2 className="h3" id="invoice">
        How to pay
      </h2>
      <p className="whitespace-pre-line">{invoice.payTo}</p>
      <p>{invoiceWords.name(orderId)}</p>
      <p className="text-sm text-muted">{invoiceWords.overdue}</p>
    </section>
  )
}
