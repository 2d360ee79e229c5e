import { redirect } from 'react-router'
import { z } from 'zod'
import { recordAudit } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError, gone } from '#app/http/errors.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { oneLine } from '#app/kit/text.ts'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import '#app/features/console/console.css'
import { setSessionCookie } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle, roleWords, staffRefusalWords } from '#app/features/staff/rules.ts'
import { acceptInvitation, findInvitation } from '#app/features/staff/store/members.server.ts'
import { Entry } from '../components/ways-in.tsx'
import { email as emailInput, whoTries } from './ways-in.server.ts'
import type { Route } from './+types/invitation'

export const handle: StaffHandle = { right: 'anyone' }

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleTitle(loaderData?.email === null ? 'First owner' : 'Invitation') },
]

/** With the email `null`, the link that the shop prints at its first start. Opening it changes nothing: mail scanners open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { email, role } = await requireInvitation(context, request)
  return { email, role }
}

const name = z
  .string()
  .transform((text) => oneLine(text.replaceAll(/[<>]/g, ' ')))
  .pipe(z.string().min(1, 'Enter your name.').max(80, 'Use at most 80 characters.'))
const joinInput = z.object({ name })
const ownerInput = z.object({ name, email: emailInput })

export async function action({ request, context }: Route.ActionArgs) {
  const { email, token } = await requireInvitation(context, request)
  const parsed = parseForm(email === null ? ownerInput : joinInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { device } = whoTries(context, request)
  const person = { email: email ?? '', ...parsed.value }
  const joined = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptInvitation(work, token, { ...person, device })
    if (accepted.ok) {
      const { member } = accepted
      const data = { role: member.role }
      await recordAudit(work, { actor: actorOf(member), verb: 'staff join', subject: member.id, data })
    }
    return accepted
  })
  if (!joined.ok) return formError(409, { form: [staffRefusalWords[joined.why]] }, person)
  setSessionCookie(context, joined.session)
  return redirect('/staff/welcome', 303)
}

/** The secret is in the query, which is never logged. A wrong one counts as a guess, and gets the same page as one that has ended. */
async function requireInvitation(context: Route.LoaderArgs['context'], request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const isOwnerLink = pathname.startsWith('/staff/setup')
  const ended = () =>
    gone('This Link Has Ended', {
      text: isOwnerLink ? ownerLinkEnded : staffRefusalWords.invitation_not_found,
      link: { to: '/staff/sign-in', label: 'Sign In' },
    })
  const { db, now, limits } = context.get(shopContext)
  const token = searchParams.get('key')
  const { email, role } = await openPrivateLink(
    { limits, address: context.get(visitContext).address, token },
    (secret) => findInvitation(db, secret, now()),
    ended,
  )
  if (token === null || isOwnerLink !== (email === null)) throw ended()
  return { email, role, token }
}

const ownerLinkEnded =
  'It was used, has expired, or a newer one was printed. While no owner can sign in, each start of the shop prints another one, and so does “npm run operate -- owner-link”.'

export default function Invitation({ loaderData: { email, role }, actionData }: Route.ComponentProps) {
  const { title, does } = roleWords[role]
  return (
    <Entry title={email === null ? 'First owner' : 'Join the console'} step="1 of 2">
      <p>
        {email === null
          ? 'You are the first to open the console. Owners invite everybody else.'
          : `You are invited as ${title.toLowerCase()}: ${does}`}
      </p>
      {email !== null && <p className="text-muted">{email}</p>}
      <RecordForm
        fields={[
          {
            label: 'Your name',
            name: 'name',
            autoComplete: 'name',
            required: true,
            hint: 'As colleagues and the record of changes name you.',
          },
          ...(email === null
            ? [{ label: 'Email', name: 'email', type: 'email', autoComplete: 'username', required: true }]
            : []),
        ]}
        refused={actionData}
        submit="Continue"
        busyWords="Opening"
      />
    </Entry>
  )
}
