import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import '../../console/console.css'
import type { StaffHandle } from '../../staff/rules.ts'
import { Join } from '../components/join.tsx'
import { ownerInput } from '../input.ts'
import type { Route } from './+types/setup'
import { endedLink, join, requireInvitation } from './join-flow.server.ts'

export const handle: StaffHandle = { right: 'anyone' }
export const meta = () => [{ title: consoleTitle('First owner') }]

/** The link that the shop prints at its first start. Opening it only shows the form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOwnerLink(context, request)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = await requireOwnerLink(context, request)
  const parsed = parseForm(ownerInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  return join(context, request, { ...parsed.value, token })
}

export default function SetUp({ actionData }: Route.ComponentProps) {
  return (
    <Join
      title="First owner"
      text="You are the first to open the console. Owners invite everybody else."
      email={null}
      actionData={actionData}
    />
  )
}

async function requireOwnerLink(context: Route.LoaderArgs['context'], request: Request): Promise<string> {
  const token = new URL(request.url).searchParams.get('key')
  const { email } = await requireInvitation(context, token, endedText)
  // An invitation names its address, which nobody else may take.
  if (email !== null || token === null) throw endedLink(endedText)
  return token
}

const endedText =
  'It was used, has expired, or a newer one was printed. While no owner can sign in, each start of the shop prints another one, and so does “npm run operate -- owner-link”.'
