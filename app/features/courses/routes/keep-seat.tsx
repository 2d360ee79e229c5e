import { data, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { keepMovedSeat } from '../store/changes.server.ts'
import { changeRefusalWords, seatPageWords } from '../words/seat.ts'
import type { Route } from './+types/keep-seat'
import { requireOwnSeat } from './own-seat.server.ts'

export const headers = () => privatePageHeaders

export const meta = () => actionErrorMeta

/** The student keeps a seat whose class the shop moved. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { orderId, seatLine } = await requireOwnSeat(args)
  const limit = await shop.limits.take('orderChange', orderId)
  if (!limit.ok) return data({ refusal: tooManyWords(limit.retryAfterSeconds) }, { status: 429 })
  const done = await transact(shop, (work) => keepMovedSeat(work, seatLine))
  if (!done.ok) return data({ refusal: changeRefusalWords[done.why] }, { status: 409 })
  return redirect(`/orders/${orderId}/seat`, 303)
}

/** A refusal; otherwise the action redirects to the seat. */
export default function KeepRefused({ actionData, params }: Route.ComponentProps) {
  return (
    <ActionError
      title="The seat was not changed"
      text={actionData?.refusal}
      back={`/orders/${params.order}/seat`}
      label={seatPageWords.back}
    />
  )
}
