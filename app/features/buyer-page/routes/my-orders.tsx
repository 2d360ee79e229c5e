import { data, Form, redirect } from 'react-router'
import { listSubmissionsOf } from '#app/features/builds/store/submissions.server.ts'
import { endBuyerLinks, sellablesContext } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { findLinkPath } from '#app/features/orders/access.server.ts'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { forgetBuyerCookie, openBuyerLink, requireBuyer } from '../access.server.ts'
import { BuyerOrders } from '../components/buyer-orders.tsx'
import { BuyerBuilds } from '../components/buyer-builds.tsx'
import { buyerPageWords as words } from '../words.ts'
import type { Route } from './+types/my-orders'
import { listShownOrders } from './shown-orders.server.ts'

export const headers = () => privatePageHeaders

export const meta = () => [{ title: siteTitle(words.title) }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key')
  if (key !== null) return openBuyerLink({ context }, key)
  const shop = context.get(shopContext)
  const { email, until } = await requireBuyer({ context, request })
  const [orders, submissions] = await Promise.all([
    listShownOrders(shop, context.get(sellablesContext), email),
    listSubmissionsOf(shop.db, email),
  ])
  return data(
    {
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
    },
    { headers: privatePageHeaders },
  )
}

/** Closes the page on every device: its links end. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { email } = await requireBuyer({ context, request })
  await transact(shop, (work) => endBuyerLinks(work, email))
  const headers = { ...privatePageHeaders, 'Set-Cookie': forgetBuyerCookie({ context }) }
  return redirect(`${findLinkPath}?closed=yes`, { status: 303, headers })
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { email, until, orders, builds } = loaderData
  return (
    <section className="wrap grid gap-10 pt-8 pb-24" aria-labelledby="mine-title">
      <header className="grid gap-4">
        <h1 className="h1" id="mine-title">
          {words.title}
        </h1>
        <p className="lead wrap-anywhere">{words.lead(email)}</p>
      </header>
      {orders.length > 0 ? (
        <BuyerOrders orders={orders} />
      ) : (
        <EmptyState
          title={words.none}
          text={words.noneText}
          actions={<ButtonLink to="/accessories">Accessories</ButtonLink>}
        />
      )}
      {builds.length > 0 && <BuyerBuilds builds={builds} />}
      <footer className="grid justify-items-start gap-4 border-t border-hairline pt-8">
        <p className="max-w-lead text-sm text-muted">{words.until(until)}</p>
        <Form method="post">
          <Button size="sm" busyLabel={words.ending}>
            {words.end}
          </Button>
        </Form>
      </footer>
    </section>
  )
}
