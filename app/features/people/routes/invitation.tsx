import { parseForm } from '#app/http/form.ts'
import { gone } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import '../../console/console.css'
import type { StaffHandle } from '../../staff/rules.ts'
import { roleWords, staffRefusalWords } from '../../staff/words.ts'
import { Join } from '../components/join.tsx'
import { joinInput } from '../input.ts'
import type { Route } from './+types/invitation'
import { join, requireInvitation } from './join-flow.server.ts'

export const handle: StaffHandle = { right: 'anyone' }
export const meta = () => [{ title: 'Invitation | PACo console' }, { name: 'robots', content: 'noindex' }]

/** An invitation by email. Opening it only shows the form: mail scanners open links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return requireMailed(context, params.token)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { email } = await requireMailed(context, params.token)
  const parsed = parseForm(joinInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  return join(context, request, { ...parsed.value, email, token: params.token })
}

export default function Invitation({ loaderData: { email, role }, actionData }: Route.ComponentProps) {
  const { title, does } = roleWords[role]
  return (
    <Join
      title="Join the console"
      text={`You are invited as ${title.toLowerCase()}: ${does}`}
      email={email}
      actionData={actionData}
    />
  )
}

async function requireMailed(context: Route.LoaderArgs['context'], token: string) {
  const { email, role } = await requireInvitation(context, token)
  if (email === null) throw gone('This Link Has Ended', { text: staffRefusalWords.invitation_not_found })
  return { email, role }
}
