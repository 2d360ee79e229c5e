import { data, redirect } from 'react-router'
import '../order.css'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { replaceOrderToken, requireOwnOrder } from '../access.server.ts'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { makeLink, revokeLinks } from '../store.server.ts'
import { linkWords } from '../words/links.ts'
import type { Route } from './+types/end-links'

export const headers = () => privatePageHeaders

export const meta = () => actionErrorMeta

export async function loader(args: Route.LoaderArgs) {
  await requireOwnOrder(args)
  return null
}

/** Revokes all links to the order, in emails and other browsers. This browser gets a new one. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return data({ refusal: tooManyWords(limit.retryAfterSeconds) }, { status: 429 })
  const token = await transact(shop, async (work) => {
    await revokeLinks(work, order.id)
    return makeLink(work, order.id)
  })
  replaceOrderToken(args, order.id, token)
  return redirect(`/orders/${order.id}`, { status: 303, headers: privatePageHeaders })
}

/** A refusal; otherwise the action redirects to the order. */
export default function EndLinks({ actionData, params }: Route.ComponentProps) {
  return (
    <ActionError
      title="The links were not ended"
      text={actionData?.refusal}
      back={`/orders/${params.order}`}
      label={linkWords.back}
    />
  )
}
