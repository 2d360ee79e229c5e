import { Form, redirect } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { listSubmissionsOf } from '#app/features/builds/store/submissions.server.ts'
import { findLinkPath, orderCookie, orderNotFound, pathInOrder } from '#app/features/orders/access.server.ts'
import { isEnding, isPaid, refundableCents } from '#app/features/orders/rules.ts'
import { endingWords, stageWordsOf } from '#app/features/orders/stages.ts'
import { type Sellables, sellablesContext } from '#app/features/orders/store/lines.server.ts'
import {
  buyerPagePath,
  endBuyerLinks,
  findBuyerOfLink,
  listPaidOrdersOf,
  orderToken,
} from '#app/features/orders/store/links.server.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { findLinePages, showParcels } from '#app/features/orders/store/shown-lines.server.ts'
import {
  certificateOf,
  formatMoment,
  orderSubject,
  paidForOf,
  paidWords,
  stateWords,
  subjectNounOf,
} from '#app/features/orders/words.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/errors.ts'
import { readForm } from '#app/http/form.ts'
import { isHttps, openPrivateLink } from '#app/http/private-link.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/my-orders'

export const meta = () => [{ title: siteTitle('Your orders') }]

const cookieName = 'paco-buyer'

/** More orders than a buyer has: older ones open by their own links. */
const maxOrders = 50

/** Whose orders a secret opens, and until when. A wrong one counts as a guess. Throws a 404 with the way to a new link. */
function findBuyer({ context }: Pick<Route.LoaderArgs, 'context'>, token: string | undefined) {
  const shop = context.get(shopContext)
  return openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token },
    (secret) => findBuyerOfLink(shop, secret),
    () =>
      notFound('Your Orders Are Not Open', {
        text: 'Open the link from our email on this device. It works for one day; we can send you a new one.',
        link: { to: findLinkPath, label: 'Get a New Link' },
      }),
  )
}

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const key = new URL(request.url).searchParams.get('key')
  if (key !== null) {
    // Keeps the secret out of the address: a cookie has it, and ends with it.
    const { until } = await findBuyer(args, key)
    const maxAgeSeconds = Math.floor((until.getTime() - shop.now().getTime()) / 1_000)
    const cookie = writeCookie(cookieName, key, { https: isHttps(shop), maxAgeSeconds })
    return redirect(buyerPagePath, { status: 303, headers: { 'Set-Cookie': cookie } })
  }
  const { email, until } = await findBuyer(args, readCookie(request, cookieName))
  const [ids, submissions] = await Promise.all([
    listPaidOrdersOf(shop.db, email, maxOrders),
    listSubmissionsOf(shop.db, email),
  ])
  const found = await Promise.all(ids.map((id) => findOrder(shop.db, id)))
  const sellables = context.get(sellablesContext)
  return {
    email,
    until: formatMoment(until, shop.timeZone),
    orders: await Promise.all(found.flatMap((order) => (order ? [showOrder(shop, sellables, order)] : []))),
    builds: submissions.map((build) => ({ ...build, on: formatDay(build.submittedAt, shop.timeZone) })),
  }
}

async function showOrder(shop: Shop, sellables: Sellables, order: OrderView) {
  const { db, certify, timeZone } = shop
  const [parcels, pages] = await Promise.all([listParcels(db, order.id), findLinePages(db, sellables, order)])
  const isOpen = isPaid(order.state)
  return {
    id: order.id,
    paidOn: order.paidAt ? formatDay(order.paidAt, timeZone) : '',
    refundedCents: order.refundedCents,
    keptCents: refundableCents(order),
    state: stateOf(sellables, order),
    hasSeat: isOpen && order.lines.some(({ kind, returnedAt }) => kind === 'course_seat' && !returnedAt),
    lines: order.lines.map((line) => ({
      ...line,
      // Pages under the order open with it; others are public.
      page: pages.get(line.position) ?? null,
      certificate: isOpen && !line.returnedAt ? certificateOf(certify, line) : null,
    })),
    parcels: showParcels(parcels, timeZone),
  }
}

function stateOf(sellables: Sellables, order: OrderView): string {
  for (const { stage, returnedAt, itemClass } of order.lines)
    if (stage && !returnedAt)
      return isEnding(stage) ? endingWords[stage] : stageWordsOf(stage, itemClass).label
  if (order.state === 'paid') return paidWords[paidForOf(sellables, order)].subject
  return stateWords(order.state, subjectNounOf(orderSubject(order.lines))).title
}

/** Closes the page everywhere, or opens one of its orders in this browser and goes on to one of its pages or files. */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const { email } = await findBuyer(args, readCookie(request, cookieName))
  const form = await readForm(request)
  const https = isHttps(shop)
  if (form.has('close')) {
    await transact(shop, (work) => endBuyerLinks(work, email))
    const headers = { 'Set-Cookie': clearCookie(cookieName, { https }) }
    return redirect(`${findLinkPath}?closed=yes`, { status: 303, headers })
  }
  const text = (name: string) => {
    const sent = form.get(name)
    return typeof sent === 'string' ? sent : ''
  }
  const order = await findOrder(shop.db, normalizeCode(text('order')))
  if (!order?.paidAt || order.buyerEmail?.toLowerCase() !== email) throw orderNotFound()
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  const headers = { 'Set-Cookie': orderCookie(order.id, token, { https, isPaid: true }) }
  return redirect(pathInOrder(order.id, text('to')), { status: 303, headers })
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
          actions={<ButtonLink href="/accessories">Accessories</ButtonLink>}
        />
      )}
      {builds.length > 0 && <BuyerBuilds builds={builds} />}
      <footer className="grid justify-items-start gap-4 border-t border-hairline pt-8">
        <p className="max-w-lead text-sm text-muted">{`This page closes on this device ${until}. Anyone with the link from the email can open it until then.`}</p>
        <Form method="post">
          <Button size="sm" name="close" value="yes" busyLabel="Closing...">
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
        {builds.map(({ id, buildCode, totalCents, on, slotState }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline py-4"
          >
            <span className="grid gap-1">
              <span className="numeral text-lg">{buildCode}</span>
              <span className="text-sm text-muted">
                Submitted {on}, {formatCents(totalCents)},{' '}
                {slotState === 'taken' ? 'slot reserved' : 'slot not reserved'}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <ButtonLink href={`/builds/${buildCode}`} size="sm">
                Open build
                <span className="sr-only"> {buildCode}</span>
              </ButtonLink>
              {slotState !== 'taken' && (
                <ButtonLink href={`/build/submitted/${id}`} size="sm">
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

function Order({ order }: { order: Shown['orders'][number] }) {
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
                <a className="link numeral" href={`/vault?code=${encodeURIComponent(certificate)}`}>
                  {certificate}
                </a>
              </span>
            )}
            {page &&
              (page.to.startsWith(`${own}/`) ? (
                <OpenOrder order={id} to={page.to} label={page.label} about={title} />
              ) : (
                <a className="link justify-self-start text-sm" href={page.to}>
                  {page.label}
                </a>
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
    <form method="post" action={buyerPagePath}>
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
