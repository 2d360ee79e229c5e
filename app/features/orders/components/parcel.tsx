import { ButtonLink } from '#app/ui/button.tsx'

/** Where an order's parcel goes, how it travels, and how to follow it. */
export type ShownParcel = {
  lines: readonly string[]
  shipping: string
  /** Written down when it was dispatched. */
  tracking: string
  mayChange: boolean
}

/** The parcel of a paid order, and the way to send it elsewhere before it is dispatched. */
export function Parcel({ orderId, lines, shipping, tracking, mayChange }: ShownParcel & { orderId: string }) {
  return (
    <section aria-labelledby="parcel">
      <h2 className="h3" id="parcel">
        Your parcel
      </h2>
      <address className="small">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="small">
        {shipping}. {mayChange ? 'Not dispatched yet.' : 'Dispatched.'}
        {tracking && ` Tracking: ${tracking}`}
      </p>
      {mayChange && (
        <div className="btns">
          <ButtonLink to={`/orders/${orderId}/address`} size="sm">
            Change the address
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
