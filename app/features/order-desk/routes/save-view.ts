import { redirect } from 'react-router'
import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formatQuery, parseQuery } from '../rules/query.ts'
import { saveView } from '../store/views.server.ts'
import { ordersPath } from '../rules.ts'
import type { Route } from './+types/save-view'

export const handle: StaffHandle = { right: 'orders.read' }

const viewInput = z.object({
  name: z.string().trim().min(1).max(40),
  query: z.string().max(2_000).default(''),
})

export function loader() {
  return redirect(ordersPath)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(viewInput, await readForm(request))
  if (!form.ok) return redirect(ordersPath, 303)
  const query = formatQuery(parseQuery(new URLSearchParams(form.value.query)))
  const { id } = staffMember(context)
  await transact(context.get(shopContext), (work) => saveView(work, id, { name: form.value.name, query }))
  return redirect(query ? `${ordersPath}?${query}` : ordersPath, 303)
}
