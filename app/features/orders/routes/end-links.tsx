import { data, redirect } from 'react-router'
import '../order.css'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { replaceOrderToken, requireOwnOrder } from '../access.server.ts'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { z } from 'zod'
import { formKey } from '#app/kit/form-key.ts'
import { lockOrder } from '../store/buyer.server.ts'
import { endLinks, findLinkEpoch, orderToken } from '../store/links.server.ts'
import type { Route } from './+types/end-links'

export const meta = () => actionErrorMeta

export async function loader(args: Route.LoaderArgs) {
  await requireOwnOrder(args)
  return null
}

/** An unusable key is like none: the form is then one of its own. */
const linkFormInput = z.object({ key: formKey.optional().catch(undefined) })

/** The epoch is a keyed hash of the form's key: a form that is sent again, its answer lost, still opens the order by it. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { key = secretToken() } = linkFormInput.parse(Object.fromEntries(await readForm(args.request)))
  const orderId = normalizeCode(args.params.order)
  const epoch = shop.sign(`epoch of links ${JSON.stringify([orderId, key])}`).slice(0, 22)
  const isSentAgain = async () => (await findLinkEpoch(shop.db, orderId)) === epoch
  if (!(await isSentAgain()))
    await requireOwnOrder(args).catch(async (missing: unknown) => {
      // The same form may have been done in between.
      if (!(await isSentAgain())) throw missing
    })
  const limit = await shop.limits.take('orderChange', orderId)
  if (!limit.ok) return data({ refusal: tooManyWords(limit.retryAfterSeconds) }, { status: 429 })
  const token = await transact(shop, async (work) => {
    await lockOrder(work, orderId)
    if ((await findLinkEpoch(work.tx, orderId)) !== epoch) await endLinks(work, orderId, { epoch })
    return orderToken(work, { id: orderId, linkEpoch: epoch })
  })
  replaceOrderToken(args, orderId, token)
  return redirect(`/orders/${orderId}`, 303)
}

export default function EndLinks({ actionData, params }: Route.ComponentProps) {
  return (
    <ActionError
      title="The links were not ended"
      text={actionData?.refusal}
      back={`/orders/${params.order}`}
      label="Back to the order"
    />
  )
}
