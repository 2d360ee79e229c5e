import { redirect } from 'react-router'
import { z } from 'zod'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError } from '#app/http/errors.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import '#app/features/console/console.css'
import { staffContext } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { checkSignIn } from '#app/features/staff/store/sign-in.server.ts'
import { Entry, PasskeySignIn } from '../components/ways-in.tsx'
import { code, email, answerPasskey, refusedForm, safeNext, signedIn, whoTries } from './ways-in.server.ts'
import type { Route } from './+types/sign-in'

export const handle: StaffHandle = { right: 'anyone' }

export const meta = () => [{ title: consoleTitle('Sign in') }]

export function loader({ request, context }: Route.LoaderArgs) {
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  if (context.get(staffContext)) throw redirect(next, 303)
  return { next }
}

const signInInput = z.object({ email, password: z.string().max(1_000).optional().default(''), code })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.has('credential')) return answerPasskey(context, request, form)
  const parsed = parseForm(signInInput, form)
  // No code goes back to a page: a recovery code still opens.
  if (!parsed.ok) return formError(422, parsed.fieldErrors, { email: typedIn(parsed.given, 'email') })
  const tried = { ...parsed.value, ...whoTries(context, request) }
  const checked = await checkSignIn(context.get(shopContext), tried)
  if (!checked.ok) return refusedForm(context, checked.why, { email: parsed.value.email })
  // The account says how many recovery codes are left.
  const next = checked.method === 'recovery' ? '/staff/account' : safeNext(form.get('next'))
  return signedIn(context, checked.session, next)
}

export default function SignIn({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const refused = actionData && 'fieldErrors' in actionData ? actionData : undefined
  return (
    <Entry title="Sign in">
      <PasskeySignIn next={next} answer={actionData} />
      <details open={Boolean(refused)} className="grid gap-3">
        <summary className="cursor-pointer py-1 text-muted max-md:py-3">Another way in</summary>
        <div className="pt-2">
          <RecordForm
            fields={[
              { label: 'Email', name: 'email', type: 'email', autoComplete: 'username', required: true },
              {
                label: 'Password',
                name: 'password',
                type: 'password',
                autoComplete: 'current-password',
                hint: 'Leave it empty if you have only passkeys.',
              },
              {
                label: 'Code',
                name: 'code',
                autoComplete: 'one-time-code',
                required: true,
                hint: 'Six digits from your authenticator, or one of your recovery codes: each opens once.',
              },
            ]}
            refused={refused}
            hidden={{ next }}
            submit="Sign in"
            look="quiet"
            busyWords="Checking"
          />
        </div>
      </details>
    </Entry>
  )
}
