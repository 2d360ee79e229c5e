import { Form, Link, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Verb } from '../../console/components/verb.tsx'
import '../../console/console.css'
import { staffContext, stepCookie } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { checkCode } from '../../staff/store/sign-in.server.ts'
import { Problem } from '../../console/components/fields.tsx'
import { AuthenticatorField, Entry } from '../components/ways-in.tsx'
import { codeInput } from '../input.ts'
import type { Route } from './+types/sign-in-code'
import { refusedForm, safeNext, signedIn, whoTries } from './ways-in.server.ts'

export const handle: StaffHandle = { right: 'anyone' }
export const meta = () => [{ title: consoleTitle('Your code') }]

export function loader({ request, context }: Route.LoaderArgs) {
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  if (context.get(staffContext)) throw redirect(next, 303)
  if (!readCookie(request, stepCookie)) throw redirect('/staff/sign-in', 303)
  return { next }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(codeInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, {})
  const token = readCookie(request, stepCookie)
  const checked = await checkCode(context.get(shopContext), {
    token,
    code: parsed.value.code,
    ...whoTries(context, request),
  })
  if (checked.ok) return signedIn(context, checked.session, safeNext(form.get('next')))
  return refusedForm(context, checked.why, 'code', {})
}

export default function SignInCode({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const errors = actionData?.fieldErrors ?? {}
  return (
    <Entry title="Your code" step="2 of 2">
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="next" value={next} />
        <AuthenticatorField errors={errors.code} />
        <Problem>{errors.form?.[0]}</Problem>
        <div className="flex flex-wrap items-center gap-4">
          <Verb look="primary" busyWords="Checking">
            Open the console
          </Verb>
          <Link
            className="underline underline-offset-4 max-md:py-3"
            to={`/staff/sign-in/recovery?next=${encodeURIComponent(next)}`}
          >
            Use a recovery code
          </Link>
          <Link className="underline underline-offset-4 max-md:py-3" to="/staff/sign-in">
            Start again
          </Link>
        </div>
      </Form>
    </Entry>
  )
}
