import { ButtonLink } from '#app/ui/button.tsx'
import type { ShownTracking } from '../words/parcels.ts'

export type ShownParcel = {
  lines: readonly string[]
  shipping: string
  parcels: readonly {
    number: number
    items: readonly string[]
    state: string
    tracking: ShownTracking | null
  }[]
  mayChange: boolean
  isLate: boolean
}

export function Parcel(props: ShownParcel & { orderId: string }) {
  const { orderId, lines, shipping, parcels, mayChange, isLate } = props
  return (
    <section aria-labelledby="parcel">
      <h2 className="h3" id="parcel">
        {parcels.length > 1 ? 'Your packages' : 'Your package'}
      </h2>
      <address className="grid text-sm text-muted not-italic wrap-anywhere">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="text-sm text-muted">
        {shipping}. {parcels.length === 0 && (mayChange ? 'Not shipped yet.' : 'Shipped.')}
      </p>
      {parcels.length > 0 && (
        <ol className="grid gap-3 text-sm">
          {parcels.map(({ number, items, state, tracking }) => (
            <li key={number} className="grid">
              <span>{items.join(', ')}</span>
              <span className="text-muted">{state}</span>
              {tracking && (
                <span className="text-muted">
                  Tracking: {tracking.url ? <a href={tracking.url}>{tracking.text}</a> : tracking.text}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {(mayChange || isLate) && (
        <div className="btns">
          {isLate && (
            <ButtonLink to={`/orders/${orderId}/delay`} size="sm">
              Wait or cancel
            </ButtonLink>
          )}
          {mayChange && (
            <ButtonLink to={`/orders/${orderId}/address`} size="sm">
              Change address
            </ButtonLink>
          )}
        </div>
      )}
    </section>
  )
}
