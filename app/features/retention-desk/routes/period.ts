import { redirect } from 'react-router'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { setPeriod } from '../flows.server.ts'
import { retentionPath } from '../rules.ts'
import type { Route } from './+types/period'
import { z } from 'zod'
import { retentionNames } from '#app/retention/kinds.ts'

export const handle: StaffHandle = { right: 'rules.write' }

/** A change has no page. */
export function loader() {
  return redirect(retentionPath)
}

export async function action({ request, context }: Route.ActionArgs) {
  const member = requireRight(context, 'rules.write')
  await requireRecentSignIn(context, request)
  const form = await readForm(request)
  const parsed = parseForm(periodInput, form)
  const [named, typed] = [typedIn(parsed.given, 'name'), typedIn(parsed.given, 'days')]
  const back = (why: string) =>
    redirect(
      `${retentionPath}?of=${encodeURIComponent(named)}&typed=${encodeURIComponent(typed)}&refused=${why}`,
      303,
    )
  if (!parsed.ok) return back('not_allowed')
  const desk = { ctx: context.get(shopContext), by: member.name, actor: actorOf(member) }
  const done = await setPeriod(desk, parsed.value)
  return done.ok ? redirect(`${retentionPath}?changed=${parsed.value.name}`, 303) : back(done.why)
}

/** Another period for one kind. `seen` is the revision that the form was made from. */
const periodInput = z.object({
  name: z.enum(retentionNames as [(typeof retentionNames)[number], ...typeof retentionNames], 'Choose what'),
  days: z.coerce.number('Enter days').int('Enter whole days'),
  seen: z.coerce.number().int().min(0),
})
