import { redirect } from 'react-router'
import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formatQuery, parseQuery } from '../rules/query.ts'
import { removeView } from '../store/views.server.ts'
import { ordersPath } from '../rules.ts'
import type { Route } from './+types/remove-view'

export const handle: StaffHandle = { right: 'orders.read' }

const removalInput = z.object({ view: z.uuid(), query: z.string().max(2_000).default('') })

export function loader() {
  return redirect(ordersPath)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(removalInput, await readForm(request))
  if (!form.ok) return redirect(ordersPath, 303)
  const { id } = staffMember(context)
  await transact(context.get(shopContext), (work) => removeView(work, id, form.value.view))
  const query = formatQuery(parseQuery(new URLSearchParams(form.value.query)))
  return redirect(query ? `${ordersPath}?${query}` : ordersPath, 303)
}
