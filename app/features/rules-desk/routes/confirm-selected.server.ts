import { redirect, type RouterContextProvider } from 'react-router'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { confirmRules } from '../confirm-flows.server.ts'
import { confirmInput } from '../input.ts'
import { staleReading } from '../words.ts'

/** The action of a list: confirms its selected rules unchanged, and returns to it. */
export async function confirmSelected(
  context: Readonly<RouterContextProvider>,
  request: Request,
  listPath: string,
) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  const form = await readForm(request)
  const parsed = parseForm(confirmInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const desk = { ctx: shop, actor, timeZone: shop.timeZone }
  const done = await confirmRules(desk, parsed.value.row, parsed.value.evidence)
  if (!done.ok) return formError(409, { row: [staleReading(done.rules)] }, parsed.given)
  return redirect(listPath, 303)
}
