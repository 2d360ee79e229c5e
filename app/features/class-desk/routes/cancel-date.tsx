import { redirect } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refused } from '#app/http/refused.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { cancelDate } from '../flows.server.ts'
import { cancelDateInput } from '../input.ts'
import { rosterPath } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/cancel-date'
import { requireSession } from './desk-session.server.ts'

export const handle: StaffHandle = { right: 'money.refund' }

export const meta = () => [{ title: 'Cancel a class | PACo console' }]

/** Cancels a class and refunds everybody. */
export async function action({ context, params, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const member = requireRight(context, 'money.refund')
  const shop = context.get(shopContext)
  const session = await requireSession(shop.db, params.session)
  const typed = cancelDateInput.safeParse(Object.fromEntries(await readForm(request)))
  if (!typed.success || typed.data.day !== formatIsoDay(session.startsAt, shop.timeZone))
    return refused(refusalWords('day_differs'))
  const desk = { ctx: shop, actor: actorOf(member), timeZone: shop.timeZone }
  const done = await cancelDate(desk, session.id)
  return done.ok ? redirect(rosterPath(session.id), 303) : refused(refusalWords(done.why))
}

/** A refusal. No loader leads on: loaders run after the action, and the refusal would never be seen. */
export default function CancelRefused({ actionData, params }: Route.ComponentProps) {
  return (
    <Sheet title="Cancel a class" heading="Nothing was canceled">
      <Section title="Why">
        <p role="alert">{actionData?.refusal ?? 'The form was not sent.'}</p>
        <p className="mt-3">
          <VerbLink to={`${rosterPath(params.session)}/edit`}>Back to the date</VerbLink>
        </p>
      </Section>
    </Sheet>
  )
}
