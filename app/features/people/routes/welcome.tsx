import { redirect } from 'react-router'
import { readForm } from '#app/http/form.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import '../../console/console.css'
import { requireRecentSignIn, staffMember, staffSession } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { Entry, RecoveryCodes, NewPasskey, PasswordForm } from '../components/ways-in.tsx'
import type { Route } from './+types/welcome'
import { authenticatorSetup, storePasskey, receivePassword } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'joining' }

export const meta = () => [{ title: consoleTitle('Set up sign-in') }]

export function loader({ context }: Route.LoaderArgs) {
  if (staffSession(context).isSetUp) throw redirect('/staff', 303)
  return { setup: authenticatorSetup(context, staffMember(context)), name: staffMember(context).name }
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const form = await readForm(request)
  return form.has('credential') ? storePasskey(context, request, form) : receivePassword(context, form)
}

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'codes' in actionData ? actionData.codes : undefined
  const refused = actionData && 'fieldErrors' in actionData ? actionData : undefined
  if (codes)
    return (
      <Entry title="Nearly there" step="2 of 2">
        <RecoveryCodes codes={codes} />
      </Entry>
    )
  return (
    <Entry title="How you sign in" step="2 of 2">
      <p>
        Welcome, {loaderData.name}. A passkey is the quickest and the safest way: the lock of your own device
        opens it.
      </p>
      <NewPasskey answer={actionData} />
      <details open={Boolean(refused)}>
        <summary className="cursor-pointer py-1 text-muted max-md:py-3">
          Use a password and an authenticator instead
        </summary>
        <div className="pt-3">
          <PasswordForm
            setup={refused?.setup ?? loaderData.setup}
            errors={refused?.fieldErrors}
            action="/staff/welcome"
          />
        </div>
      </details>
    </Entry>
  )
}
