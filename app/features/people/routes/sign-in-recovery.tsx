import { Form, Link, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Problem, TextField } from '../../console/components/fields.tsx'
import { Verb } from '../../console/components/verb.tsx'
import '../../console/console.css'
import { staffContext } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { checkRecoveryCode } from '../../staff/store/sign-in.server.ts'
import { Entry } from '../components/ways-in.tsx'
import { recoveryInput } from '../input.ts'
import type { Route } from './+types/sign-in-recovery'
import { refusedForm, safeNext, signedIn, whoTries } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'anyone' }
export const meta = () => [{ title: consoleTitle('Recovery code') }]

export function loader({ request, context }: Route.LoaderArgs) {
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  if (context.get(staffContext)) throw redirect(next, 303)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const parsed = parseForm(recoveryInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const tried = { ...parsed.value, ...whoTries(context, request) }
  const checked = await checkRecoveryCode(context.get(shopContext), tried)
  if (checked.ok) return signedIn(context, checked.session, '/staff/account')
  return refusedForm(context, checked.why, 'form', { email: parsed.value.email })
}

export default function SignInRecovery({ actionData }: Route.ComponentProps) {
  const errors = actionData?.fieldErrors ?? {}
  return (
    <Entry title="Recovery code">
      <Form method="post" className="grid gap-3">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={typedIn(actionData?.given ?? {}, 'email')}
          errors={errors.email}
        />
        <TextField
          label="Password, if you have one"
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="off"
          required
          errors={errors.code}
          hint="Each code opens once."
        />
        <Problem>{errors.form?.[0]}</Problem>
        <div className="flex flex-wrap items-center gap-4">
          <Verb look="primary" busyWords="Checking">
            Sign in
          </Verb>
          <Link className="underline underline-offset-4 max-md:py-3" to="/staff/sign-in">
            Back to sign-in
          </Link>
        </div>
      </Form>
    </Entry>
  )
}
