import { data, redirect } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { restoreVersion } from '../flows.server.ts'
import { draftInput } from '../input.ts'
import { isTextKey, wordsPath } from '../rules.ts'
import type { Route } from './+types/restoration'

export const handle: StaffHandle = { right: 'rules.write' }

/** Makes a draft of an older version. A draft that somebody saved since is not overwritten. */
export async function action({ context, params: { key, version }, request }: Route.ActionArgs) {
  const actor = actorOf(requireRight(context, 'rules.write'))
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const parsed = parseForm(draftInput, await readForm(request))
  if (parsed.ok)
    await restoreVersion({ ctx: shop, actor, timeZone: shop.timeZone }, key, version, parsed.value.revision)
  return redirect(`${wordsPath}/${key}`, 303)
}
