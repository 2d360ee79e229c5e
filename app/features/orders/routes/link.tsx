import { data, redirect } from 'react-router'
import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import '../forms.css'
import '../order.css'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { formKey } from '#app/kit/fields.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { replaceOrderToken, requireOwnOrder } from '../access.server.ts'
import { linkText, PrivateLink } from '../components/order-details.tsx'
import { lockOrder } from '../store/buyer.server.ts'
import { mintLink } from '../mails.server.ts'
import { endLinks, findLinkEpoch, orderToken } from '../store/links.server.ts'
import type { Route } from './+types/link'

export const meta = () => [{ title: siteTitle('Your private link') }]

export async function loader(args: Route.LoaderArgs) {
  const { order } = await requireOwnOrder(args)
  return { orderId: order.id, linkKey: secretToken() }
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  return form.has('end') ? endAll(args, form) : showLink(args)
}

/** Makes a link that is shown once: no page contains one unless its owner requests it. */
async function showLink(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooOften(limit.retryAfterSeconds)
  return { refusal: '', link: mintLink(shop, order) }
}

function tooOften(retryAfterSeconds: number) {
  return data({ refusal: tooManyWords(retryAfterSeconds), link: '' }, { status: 429 })
}

/** An unusable key is like none: the form is then one of its own. */
const linkFormInput = z.object({ key: formKey.optional().catch(undefined) })

/** The epoch is a keyed hash of the form's key: a form that is sent again, its answer lost, still opens the order by it. */
async function endAll(args: Route.ActionArgs, form: FormData) {
  const shop = args.context.get(shopContext)
  const { key = secretToken() } = linkFormInput.parse(Object.fromEntries(form))
  const orderId = normalizeCode(args.params.order)
  const epoch = shop.sign(`epoch of links ${JSON.stringify([orderId, key])}`).slice(0, 22)
  const isSentAgain = async () => (await findLinkEpoch(shop.db, orderId)) === epoch
  if (!(await isSentAgain()))
    await requireOwnOrder(args).catch(async (missing: unknown) => {
      // The same form may have been done in between.
      if (!(await isSentAgain())) throw missing
    })
  const limit = await shop.limits.take('orderChange', orderId)
  if (!limit.ok) return tooOften(limit.retryAfterSeconds)
  const token = await transact(shop, async (work) => {
    await lockOrder(work, orderId)
    if ((await findLinkEpoch(work.tx, orderId)) !== epoch) await endLinks(work, orderId, { epoch })
    return orderToken(work, { id: orderId, linkEpoch: epoch })
  })
  replaceOrderToken(args, orderId, token)
  return redirect(`/orders/${orderId}`, 303)
}

export default function LinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, linkKey } = loaderData
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="link-title">
      <h1 className="h1" id="link-title">
        Order {orderId}
      </h1>
      {actionData?.refusal && (
        <p className="field-error" role="alert">
          {actionData.refusal}
        </p>
      )}
      {actionData?.link ? (
        <div className="grid gap-3 print:hidden">
          <p role="status">Here is a new link. It works for 90 days.</p>
          <div className="flex flex-col gap-2 *:first:min-w-0 sm:flex-row sm:*:first:flex-1 sm:items-center">
            <code className="rounded-control border border-dashed border-control px-4 py-3 text-sm text-ink wrap-anywhere">
              {actionData.link}
            </code>
            <CopyButton text={actionData.link} label="Copy the link" copied="Link copied" />
          </div>
          <p className="text-sm text-muted">{linkText}</p>
        </div>
      ) : (
        <PrivateLink orderId={orderId} formKey={linkKey} />
      )}
      <div className="btns">
        <ButtonLink href={`/orders/${orderId}`}>Back to the order</ButtonLink>
      </div>
    </section>
  )
}
