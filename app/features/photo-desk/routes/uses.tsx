import { data, redirect } from 'react-router'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { changeUse } from '../flows.server.ts'
import { useInput } from '../input.ts'
import { photosPath } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/uses'

export const handle: StaffHandle = { right: 'catalog.write' }
export const meta = () => [{ title: consoleTitle('Photographs') }]

export async function action({ context, request }: Route.ActionArgs) {
  const member = requireRight(context, 'catalog.write')
  const form = await readForm(request)
  const next = safeLocalPath(form.get('next'), photosPath)
  const parsed = parseForm(useInput, form)
  if (!parsed.ok)
    return data({ next, refusal: Object.values(parsed.fieldErrors).flat()[0] ?? refusalWords.unknown }, 422)
  const desk = { ctx: context.get(shopContext), actor: actorOf(member) }
  const changed = await changeUse(desk, parsed.value)
  if (!changed.ok) return data({ next, refusal: refusalWords[changed.why] }, 409)
  return redirect(next, 303)
}

export default function Uses({ actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="Photographs"
      heading="Nothing was changed"
      action={<VerbLink to={actionData?.next ?? photosPath}>Back</VerbLink>}
    >
      {actionData && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
    </Sheet>
  )
}
