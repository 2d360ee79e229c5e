import { ButtonLink } from '#app/ui/button.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import type { LinePage } from '../sellable.ts'

/** A line on the order page. */
export type ShownLine = {
  position: number
  title: string
  detail: string
  quantity: number
  /** The line total in cents, without tax. */
  amountCents: number
  /** Its refund clock in words; empty before payment. */
  clock: string
  isReturned: boolean
  /** The page of the paid line. */
  page: LinePage | null
}

/** The lines of the order, each with its refund clock and page. */
export function OrderLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <section className="order-lines" aria-labelledby="items">
      <h2 className="h3" id="items">
        {lines.length === 1 ? 'Your item' : 'Your items'}
      </h2>
      <ul>
        {lines.map(({ position, title, detail, quantity, amountCents, clock, isReturned, page }) => (
          <li key={position} data-returned={isReturned || undefined}>
            <div className="order-line-what">
              <strong>
                {title}
                {quantity > 1 && <span className="num"> × {quantity}</span>}
              </strong>
              <span className="small">{detail}</span>
            </div>
            <span className="num">{formatCentsExact(amountCents)}</span>
            {clock && <p className="cap">{clock}</p>}
            {page && !isReturned && (
              <ButtonLink to={page.to} size="sm">
                {page.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
