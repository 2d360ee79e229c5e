import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Sheet } from '../../console/components/sheet.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { PasswordForm, RecoveryCodes } from '../components/ways-in.tsx'
import type { Route } from './+types/account-password'
import { authenticatorSetup, receivePassword } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'member' }
export const meta = () => [{ title: consoleTitle('Password and authenticator') }]

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRecentSignIn(context, request)
  return { setup: authenticatorSetup(context, staffMember(context)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  return receivePassword(context, await readForm(request))
}

export default function AccountPassword({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'codes' in actionData ? actionData.codes : undefined
  const refused = actionData && 'fieldErrors' in actionData ? actionData : undefined
  const title = 'Password and authenticator'
  return (
    <Sheet
      title={title}
      heading={title}
      next={
        codes
          ? 'Saved. Your other sessions have ended.'
          : 'A new pair replaces the old one and ends your other sessions'
      }
      action={<VerbLink to="/staff/account">Back to your account</VerbLink>}
    >
      <div className="con-region grid max-w-[620px] gap-3">
        {codes?.length ? <RecoveryCodes codes={codes} /> : null}
        {!codes && (
          <PasswordForm
            setup={refused?.setup ?? loaderData.setup}
            errors={refused?.fieldErrors}
            action="/staff/account/password"
          />
        )}
      </div>
    </Sheet>
  )
}
