import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError } from '#app/http/errors.ts'
import { KeyValues } from '#app/features/console/components/section.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { staffSession } from '#app/features/staff/access.server.ts'
import { type StaffHandle, isRecent } from '#app/features/staff/rules.ts'
import { findHeldForm } from '#app/features/staff/store/sessions.server.ts'
import { findMember } from '#app/features/staff/store/members.server.ts'
import { checkAgain } from '#app/features/staff/store/sign-in.server.ts'
import { authenticatorCode, PasskeySignIn } from '../components/ways-in.tsx'
import { code, password, answerPasskey, refusedForm, safeNext, whoTries } from './ways-in.server.ts'
import type { Route } from './+types/again'

export const handle: StaffHandle = { right: 'member', title: 'Sign in again' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const session = staffSession(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('form')
  const form = token === null ? undefined : await findHeldForm(shop, session.member.id, token)
  const next = safeNext(searchParams.get('next'))
  const isDone = isRecent(session, shop.now())
  if (isDone && !form) throw redirect(next, 303)
  const stored = await findMember(shop.db, session.member.id)
  const self = `/staff/again${form ? `?form=${token}` : `?next=${encodeURIComponent(next)}`}`
  return { isDone, form, self, hasPassword: Boolean(stored?.totpConfirmedAt) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = staffSession(context)
  const form = await readForm(request)
  if (form.has('credential')) return answerPasskey(context, request, form, session)
  const parsed = parseForm(z.object({ password, code }), form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, {})
  const { address } = whoTries(context, request)
  const { id, member } = session
  const checked = await checkAgain(context.get(shopContext), member, id, { ...parsed.value, address })
  if (checked.ok) return redirect(safeNext(form.get('next')), 303)
  return refusedForm(context, checked.why, {})
}

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, form, self, hasPassword } = loaderData
  if (isDone && form) return <SendAgain {...form} />
  return (
    <Sheet
      next={
        form
          ? 'What you typed is stored and waits for you'
          : 'Money, rules, people and exports need a sign-in of the last 10 minutes'
      }
    >
      <div className="con-region grid max-w-[620px] gap-4">
        <p>
          {form
            ? 'Sign in again: what you typed is saved, and is sent after that.'
            : 'Money, rules and people are changed, and records exported, only within 10 minutes of signing in. You come back to the page.'}
        </p>
        <PasskeySignIn next={self} answer={actionData} />
        {hasPassword && (
          <div className="border-t border-hairline pt-4">
            <RecordForm
              fields={[
                {
                  label: 'Password',
                  name: 'password',
                  type: 'password',
                  autoComplete: 'current-password',
                  required: true,
                },
                authenticatorCode,
              ]}
              refused={actionData && 'fieldErrors' in actionData ? actionData : undefined}
              hidden={{ next: self }}
              submit="Continue with password"
              look="quiet"
              busyWords="Checking"
            />
          </div>
        )}
      </div>
    </Sheet>
  )
}

function SendAgain({ path, fields }: { path: string; fields: [string, string][] }) {
  const shown = fields.filter(([name, value]) => value && !/key|token|revision|sealed|password/i.test(name))
  return (
    <Sheet
      title="Signed in again"
      heading="Nothing was lost"
      next="Send it now, or leave this page and it is dropped after 15 minutes"
      action={
        <Form method="post" action={path}>
          {fields.map(([name, value], at) => (
            <input key={at} type="hidden" name={name} value={value} />
          ))}
          <Verb look="primary">Send it now</Verb>
        </Form>
      }
    >
      <div className="con-region">
        <KeyValues rows={shown.map(([name, value]) => [fieldWords(name), value] as const)} />
      </div>
    </Sheet>
  )
}

const fieldNames: Record<string, string> = {
  specs: 'Specifications',
  to: 'To',
  verb: 'What to do',
  position: 'Line',
}

export function fieldWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase()
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
