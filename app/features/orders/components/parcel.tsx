import { ButtonLink } from '#app/ui/button.tsx'

/** Address, shipping method and tracking of an order. */
export type ShownParcel = {
  lines: readonly string[]
  shipping: string
  /** Set when it shipped. */
  tracking: string
  mayChange: boolean
}

/** The shipment of a paid order, with a link to change its address before it ships. */
export function Parcel({ orderId, lines, shipping, tracking, mayChange }: ShownParcel & { orderId: string }) {
  return (
    <section aria-labelledby="parcel">
      <h2 className="h3" id="parcel">
        Your package
      </h2>
      <address className="grid text-sm text-muted not-italic">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="text-sm text-muted">
        {shipping}. {mayChange ? 'Not shipped yet.' : 'Shipped.'}
        {tracking && ` Tracking: ${tracking}`}
      </p>
      {mayChange && (
        <div className="btns">
          <ButtonLink to={`/orders/${orderId}/address`} size="sm">
            Change address
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
