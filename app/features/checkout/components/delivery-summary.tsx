import { Link } from 'react-router'
import type { Recipient } from '#app/features/orders/rules/recipient.ts'

/** The delivery address, to review before paying. */
export function DeliverySummary({ orderId, to }: { orderId: string; to: Recipient }) {
  return (
    <section className="form-part" aria-labelledby="deliver-to">
      <h2 className="h3" id="deliver-to">
        Deliver to
      </h2>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <address className="grid not-italic wrap-anywhere">
          {to.name}
          {to.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p className="text-sm wrap-anywhere text-muted">
          {to.shipping}. Your private link goes to {to.email}.
        </p>
        <Link
          to={`/checkout/${orderId}/details`}
          className="py-1.5 underline decoration-control underline-offset-4"
        >
          Change
        </Link>
      </div>
    </section>
  )
}
