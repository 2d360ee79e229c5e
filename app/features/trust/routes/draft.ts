import { redirect } from 'react-router'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/draft'
import { saveDraft } from './save-draft.server.ts'

/** This URL, opened directly, redirects to the worksheet. */
export async function loader(args: Route.LoaderArgs) {
  const { order } = await requireOwnOrder(args)
  return redirect(`/orders/${order.id}/trust`, { headers: privatePageHeaders })
}

/** Saves the worksheet while somebody types. Answers in JSON. */
export async function action(args: Route.ActionArgs) {
  const saved = await saveDraft(args, await readForm(args.request))
  return Response.json(saved, { status: saved.ok ? 200 : saved.status, headers: privatePageHeaders })
}
