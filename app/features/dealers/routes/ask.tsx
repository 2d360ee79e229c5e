import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { tooManyWords, formError } from '#app/http/refused.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { mayChooseDealer } from '#app/features/orders/rules/refund-clock.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { AskPage } from '../components/ask-page.tsx'
import { askInput } from '../input.ts'
import { askDealer, findDealerByKey } from '../store.server.ts'
import { firearmSheets } from '../rules/firearm-sheet.ts'
import { askRefusalWords, wordsFor } from '../words.ts'
import type { Route } from './+types/ask'

export const meta = () => [{ title: siteTitle('Ask your dealer') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  if (!mayChooseDealer(order, shop.now()).ok || order.dealerName === null)
    throw redirect(`/orders/${order.id}`)
  const listed = order.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
  const line = order.lines.find(({ fulfillment }) => fulfillment === 'ffl_transfer')
  return {
    orderId: order.id,
    theme: line?.plate?.theme ?? 'noir',
    hasEarlierRequest: order.dealerAnswer !== null,
    isListed: order.dealerKey !== null,
    kind: wordsFor(firearmSheets(order.lines)),
    // Who chose a dealer may know where to go.
    dealer: {
      name: order.dealerName,
      street: listed?.street ?? '',
      city: order.dealerCity ?? '',
      state: order.dealerState ?? '',
      zip: listed?.zip ?? '',
      phone: listed?.phone ?? '',
    },
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const parsed = parseForm(askInput, await readForm(args.request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { dealerEmail } = parsed.value
  const limit = await consumeAll(shop.limits, [
    ['orderChange', order.id],
    ['mailTo', dealerEmail],
  ])
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, { dealerEmail })
  // The transfer form names the dealer: after that no dealer gets a request.
  if (!mayChooseDealer(order, shop.now()).ok) return redirect(`/orders/${order.id}`, 303)
  const done = await transact(shop, (work) => askDealer(work, order, { email: dealerEmail, source: 'buyer' }))
  if (!done.ok) return formError(409, { form: [askRefusalWords[done.why]] }, { dealerEmail })
  return redirect(`/orders/${order.id}`, 303)
}

export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
  return <AskPage {...loaderData} given={actionData?.given ?? {}} errors={actionData?.fieldErrors ?? {}} />
}
