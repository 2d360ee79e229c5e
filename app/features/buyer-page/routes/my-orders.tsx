import { Form, redirect, Link } from 'react-router'
import { listSubmissionsOf } from '#app/features/builds/store/submissions.server.ts'
import { endBuyerLinks } from '#app/features/orders/store/links.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { findLinkPath } from '#app/features/orders/access.server.ts'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/dates.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import {
  forgetBuyerCookie,
  openBuyerLink,
  requireBuyer,
  listShownOrders,
  type BuyerOrder,
} from '../access.server.ts'
import type { Route } from './+types/my-orders'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'

export const meta = () => [{ title: siteTitle('Your orders') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key')
  if (key !== null) return openBuyerLink({ context }, key)
  const shop = context.get(shopContext)
  const { email, until } = await requireBuyer({ context, request })
  const [orders, submissions] = await Promise.all([
    listShownOrders(shop, context.get(sellablesContext), email),
    listSubmissionsOf(shop.db, email),
  ])
  return {
    email,
    until: formatMoment(until, shop.timeZone),
    orders,
    builds: submissions.map(({ id, buildCode, totalCents, submittedAt, slotState }) => ({
      id,
      buildCode,
      totalCents,
      on: formatDay(submittedAt, shop.timeZone),
      isReserved: slotState === 'taken',
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { email } = await requireBuyer({ context, request })
  await transact(shop, (work) => endBuyerLinks(work, email))
  const headers = { 'Set-Cookie': forgetBuyerCookie({ context }) }
  return redirect(`${findLinkPath}?closed=yes`, { status: 303, headers })
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { email, until, orders, builds } = loaderData
  return (
    <section className="wrap grid gap-10 pt-8 pb-24" aria-labelledby="mine-title">
      <header className="grid gap-4">
        <h1 className="h1" id="mine-title">
          Your orders
        </h1>
        <p className="lead wrap-anywhere">{`Everything that was bought with ${email}.`}</p>
      </header>
      {orders.length > 0 ? (
        <ol className="grid gap-6">
          {orders.map((order) => (
            <li key={order.id}>
              <Order order={order} />
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState
          title="No paid orders"
          text="Nothing was paid with this email yet. An order that is still on hold opens by the link in its own email."
          actions={<ButtonLink to="/accessories">Accessories</ButtonLink>}
        />
      )}
      {builds.length > 0 && <BuyerBuilds builds={builds} />}
      <footer className="grid justify-items-start gap-4 border-t border-hairline pt-8">
        <p className="max-w-lead text-sm text-muted">{`This page closes on this device ${until}. Anyone with the link from the email can open it until then.`}</p>
        <Form method="post">
          <Button size="sm" busyLabel="Closing...">
            Close this page everywhere
          </Button>
        </Form>
      </footer>
    </section>
  )
}

type Shown = Exclude<Awaited<ReturnType<typeof loader>>, Response>

function BuyerBuilds({ builds }: Pick<Shown, 'builds'>) {
  return (
    <section className="grid gap-4" aria-labelledby="mine-builds">
      <h2 className="h2" id="mine-builds">
        Your builds
      </h2>
      <ul className="border-t border-hairline">
        {builds.map(({ id, buildCode, totalCents, on, isReserved }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline py-4"
          >
            <span className="grid gap-1">
              <span className="numeral text-lg">{buildCode}</span>
              <span className="text-sm text-muted">
                Submitted {on}, {formatCents(totalCents)},{' '}
                {isReserved ? 'slot reserved' : 'slot not reserved'}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <ButtonLink to={`/builds/${buildCode}`} size="sm">
                Open build
                <span className="sr-only"> {buildCode}</span>
              </ButtonLink>
              {!isReserved && (
                <ButtonLink to={`/build/submitted/${id}`} size="sm">
                  Reserve a slot<span className="sr-only"> for {buildCode}</span>
                </ButtonLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Order({ order }: { order: BuyerOrder }) {
  const { id, paidOn, keptCents, refundedCents, state, lines, parcels, hasSeat } = order
  const own = `/orders/${id}`
  return (
    <article className="panel p-panel grid gap-5" aria-labelledby={`order-${id}`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="h3" id={`order-${id}`}>
          Order <span className="numeral">{id}</span>
        </h2>
        <p className="text-sm text-muted">
          {paidOn}, {formatCentsExact(keptCents)}
          {refundedCents > 0 && ' after refunds'}
        </p>
      </header>
      <p className="font-display text-lg leading-snug">{state}</p>
      <ul className="grid gap-3 border-t border-hairline pt-4">
        {lines.map(({ position, title, detail, quantity, returnedAt, page, certificate }) => (
          <li key={position} className="grid gap-1">
            <span>
              {title}
              {quantity > 1 && ` × ${quantity}`}
              {returnedAt && <span className="text-muted"> (refunded)</span>}
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
              {tracking && ', '}
              {tracking && (tracking.url ? <a href={tracking.url}>{tracking.text}</a> : tracking.text)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 border-t border-hairline pt-4">
        <OpenOrder order={id} to={own} label="Open order" variant="primary" />
        <OpenOrder order={id} to={`${own}/receipt.pdf`} label="Receipt (PDF)" />
        {hasSeat && <OpenOrder order={id} to={`${own}/seat/calendar.ics`} label="Add to calendar" />}
      </div>
    </article>
  )
}

type OpenProps = {
  order: string
  to: string
  label: string
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
