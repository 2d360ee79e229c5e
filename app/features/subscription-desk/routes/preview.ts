import { redirect } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { parseTopic } from '#app/features/subscriptions/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { requireDesk } from './desk.server.ts'
import { previewMail } from './preview-mail.server.ts'
import { listsPath } from '../rules.ts'
import type { Route } from './+types/preview'

export const handle: StaffHandle = { right: 'subscriptions' }

const maxLength = 10_000

/** The preview has no page. */
export function loader() {
  return redirect(listsPath)
}

/** Previews the email as it is typed so far, complete or not. Stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  requireDesk(context)
  const given = submittedFields(await readForm(request))
  const cut = (name: string, otherwise: string) =>
    typedIn(given, name).slice(0, maxLength).trim() || otherwise
  const html = await previewMail(context.get(shopContext), {
    topic: parseTopic(typedIn(given, 'topic')) ?? 'newsletter',
    subject: cut('subject', 'Subject'),
    body: cut('body', ''),
    button: cut('button', 'Button'),
    path: cut('path', '/'),
  })
  return Response.json({ html }, { headers: privatePageHeaders })
}
