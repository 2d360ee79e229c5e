import { Link } from 'react-router'
import { formatCentsExact } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import type { BuyerOrder } from '../routes/shown-orders.server.ts'
import { buyerPageWords as words } from '../words.ts'

/** The orders of a buyer, newest first, each with its documents and its parcels. */
export function BuyerOrders({ orders }: { orders: readonly BuyerOrder[] }) {
  return (
    <ol className="grid gap-6">
      {orders.map((order) => (
        <li key={order.id}>
          <Order order={order} />
        </li>
      ))}
    </ol>
  )
}

function Order({ order }: { order: BuyerOrder }) {
  const { id, paidOn, paidCents, refundedCents, state, lines, parcels, isRepeatable, hasSeat } = order
  const own = `/orders/${id}`
  return (
    <article className="panel p-panel grid gap-5" aria-labelledby={`order-${id}`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="h3" id={`order-${id}`}>
          Order <span className="numeral">{id}</span>
        </h2>
        <p className="text-sm text-muted">
          {paidOn}, {formatCentsExact(paidCents - refundedCents)}
          {refundedCents > 0 && ' after refunds'}
        </p>
      </header>
      <p className="font-display text-lg leading-snug">{state}</p>
      <ul className="grid gap-3 border-t border-hairline pt-4">
        {lines.map(({ position, title, detail, quantity, isReturned, page, certificate }) => (
          <li key={position} className="grid gap-1">
            <span>
              {title}
              {quantity > 1 && ` × ${quantity}`}
              {isReturned && <span className="text-muted"> (refunded)</span>}
            </span>
            {detail && <span className="text-sm text-muted">{detail}</span>}
            {certificate && (
              <span className="text-sm text-muted">
                Certificate{' '}
                <Link className="link numeral" to={`/vault?code=${encodeURIComponent(certificate)}`}>
                  {certificate}
                </Link>
              </span>
            )}
            {page &&
              (page.to.startsWith(`${own}/`) ? (
                <OpenOrder order={id} to={page.to} label={page.label} about={title} />
              ) : (
                <Link className="link justify-self-start text-sm" to={page.to}>
                  {page.label}
                </Link>
              ))}
          </li>
        ))}
      </ul>
      {parcels.length > 0 && (
        <ul className="grid gap-1 border-t border-hairline pt-4 text-sm text-muted">
          {parcels.map(({ number, state: sent, tracking }) => (
            <li key={number}>
              {sent}
              {tracking && (
                <>
                  ,{' '}
                  {tracking.url ? (
                    <a className="link" href={tracking.url}>
                      {tracking.text}
                    </a>
                  ) : (
                    tracking.text
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 border-t border-hairline pt-4">
        <OpenOrder order={id} to={own} label={words.open} variant="primary" />
        <OpenOrder order={id} to={`${own}/receipt.pdf`} label={words.receipt} />
        {hasSeat && <OpenOrder order={id} to={`${own}/seat/calendar.ics`} label={words.calendar} />}
        {isRepeatable && <OpenOrder order={id} to={`${own}/again`} label={words.again} />}
      </div>
    </article>
  )
}

type OpenProps = {
  order: string
  to: string
  label: string
  /** What the button is about, where a line has its own. */
  about?: string
  variant?: 'primary' | 'secondary'
}

/** Opens the order in this browser and continues to one of its pages or files. A plain HTML form, so that it can also download. */
function OpenOrder({ order, to, label, about, variant = 'secondary' }: OpenProps) {
  return (
    <form method="post" action="/orders/mine/open">
      <input type="hidden" name="order" value={order} />
      <input type="hidden" name="to" value={to} />
      <Button size="sm" variant={variant}>
        {label}
        <span className="sr-only">
          : {about ?? 'order'} {about ? '' : order}
        </span>
      </Button>
    </form>
  )
}
