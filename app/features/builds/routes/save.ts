import { data, redirect } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { trapField } from '#app/http/proofs.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { readForm } from '#app/http/form.ts'
import { parseBuildForm } from '../rules/build-address.ts'
import { findConfigurablePlatform, priceBuild, removeMissingParts } from '../rules.ts'
import { readCatalog, saveBuild } from '../store.server.ts'
import type { Route } from './+types/save'

/** There is no list of saved builds: only people with a link can open one. */
export function loader() {
  return redirect('/build')
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const limit = await shop.limits.take('saveBuild', context.get(visitContext).address)
  if (!limit.ok)
    throw data(
      { title: 'Too many requests', text: tooManyWords(limit.retryAfterSeconds) },
      { status: 429, headers: { 'Retry-After': String(limit.retryAfterSeconds) } },
    )
  const form = await readForm(request)
  const requested = parseBuildForm(form)
  const catalog = await readCatalog(shop.db, shop.now())
  if (!requested || !findConfigurablePlatform(catalog, requested.platformId) || form.get(trapField))
    return redirect('/build', 303)
  const { selection } = removeMissingParts(requested, catalog)
  if (priceBuild(selection, catalog).itemCount === 0) return redirect('/build', 303)
  const code = await transact(shop, (work) => saveBuild(work, selection, catalog))
  return redirect(`/builds/${code}${form.get('then') === 'submit' ? '#submit' : ''}`, 303)
}
