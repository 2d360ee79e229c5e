import { data, redirect } from 'react-router'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { findDraft } from '#app/features/texts/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { listTokens, publishText } from '../flows.server.ts'
import { draftInput } from '../input.ts'
import { gatesOf, isTextKey, wordsPath } from '../rules.ts'
import type { Route } from './+types/publication'

export const handle: StaffHandle = { right: 'rules.write' }

/** Publishes the draft that was seen. One that was saved again meanwhile stays a draft, and its sheet shows it. */
export async function action({ context, params: { key }, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const actor = actorOf(requireRight(context, 'rules.write'))
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const parsed = parseForm(draftInput, await readForm(request))
  const draft = await findDraft(shop.db, key)
  if (parsed.ok && draft && gatesOf(key, draft.content, await listTokens(shop.db, key)).length === 0)
    await publishText({ ctx: shop, actor, timeZone: shop.timeZone }, key, parsed.value.revision)
  return redirect(`${wordsPath}/${key}`, 303)
}
