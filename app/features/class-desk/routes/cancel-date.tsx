import { redirect } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { parseForm } from '#app/http/form.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { formatSession } from '#app/features/courses/words.ts'
import { CancelForm } from '../components/forms.tsx'
import { cancelDate, cancelDateInput } from '../flows.server.ts'
import { rosterPath, refusalWords } from '../../courses/roster.ts'
import { bookedCount, requireSession } from './desk-session.server.ts'
import type { Route } from './+types/cancel-date'

export const handle: StaffHandle = { right: 'money.refund' }

export const meta = () => [{ title: consoleTitle('Cancel a class') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const session = await requireSession(db, params.session)
  return {
    id: session.id,
    course: session.course.name,
    when: formatSession(session, timeZone, now()),
    day: formatIsoDay(session.startsAt, timeZone),
    booked: await bookedCount(db, session.id),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const member = requireRight(context, 'money.refund')
  const shop = context.get(shopContext)
  const session = await requireSession(shop.db, params.session)
  const form = await readForm(request)
  const typed = parseForm(cancelDateInput, form)
  const { given } = typed
  if (!typed.ok || typed.value.day !== formatIsoDay(session.startsAt, shop.timeZone))
    return formError(422, { day: [refusalWords('day_differs')] }, given)
  const desk = { ctx: shop, actor: actorOf(member), timeZone: shop.timeZone }
  const done = await cancelDate(desk, session.id)
  if (done.ok) return redirect(rosterPath(session.id), 303)
  return formError(409, { day: [refusalWords(done.why)] }, given)
}

/** The form alone: where the one on the class's sheet leads when its day was mistyped. */
export default function CancelDate({ loaderData, actionData }: Route.ComponentProps) {
  const { id, course, when } = loaderData
  const given = actionData?.given.day
  return (
    <Sheet
      title="Cancel a class"
      heading={course}
      head={<span className="text-muted">{when}</span>}
      state={<Status kind="sched">On the schedule</Status>}
      action={
        <VerbLink to={`${rosterPath(id)}/edit`} data-back="">
          Back to the date
        </VerbLink>
      }
    >
      <Section item={1} title="Cancel this class">
        <CancelForm
          {...loaderData}
          mayCancel
          typed={typeof given === 'string' ? given : undefined}
          error={actionData?.fieldErrors.day?.join(' ')}
        />
      </Section>
    </Sheet>
  )
}
