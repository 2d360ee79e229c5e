import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import '../../console/console.css'
import type { StaffHandle } from '../../staff/rules.ts'
import { roleWords, staffRefusalWords } from '../../staff/words.ts'
import { Join } from '../components/join.tsx'
import { joinInput } from '../input.ts'
import type { Route } from './+types/invitation'
import { endedLink, join, requireInvitation } from './join-flow.server.ts'

export const handle: StaffHandle = { right: 'anyone' }
export const meta = () => [{ title: consoleTitle('Invitation') }]

/** An invitation by email. Opening it only shows the form: mail scanners open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { email, role } = await requireMailed(context, request)
  return { email, role }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email, token } = await requireMailed(context, request)
  const parsed = parseForm(joinInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  return join(context, request, { ...parsed.value, email, token })
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

/** The invitation of the link in the mail. Its secret is in the query, which is never logged. */
async function requireMailed(context: Route.LoaderArgs['context'], request: Request) {
  const token = new URL(request.url).searchParams.get('key')
  const { email, role } = await requireInvitation(context, token, endedText)
  if (email === null || token === null) throw endedLink(endedText)
  return { email, role, token }
}

const endedText = staffRefusalWords.invitation_not_found
