import { redirect } from 'react-router'
import { consoleTitle } from '#app/kit/brand.ts'
import '../../console/console.css'
import { staffMember, staffSession } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { Entry } from '../components/entry.tsx'
import { NewPasskey } from '../components/new-passkey.tsx'
import { PasswordForm } from '../components/password-form.tsx'
import { RecoveryCodes } from '../components/recovery-codes.tsx'
import type { Route } from './+types/welcome'
import { authenticatorSetup } from './entry-flow.server.ts'
import { receivePassword } from './password-flow.server.ts'

export const handle: StaffHandle = { right: 'joining' }
export const meta = () => [{ title: consoleTitle('Set up sign-in') }, { name: 'robots', content: 'noindex' }]

export function loader({ context }: Route.LoaderArgs) {
  if (staffSession(context).isSetUp) throw redirect('/staff', 303)
  return { setup: authenticatorSetup(context, staffMember(context)), name: staffMember(context).name }
}

export function action({ request, context }: Route.ActionArgs) {
  return receivePassword(context, request)
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
      <NewPasskey />
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
