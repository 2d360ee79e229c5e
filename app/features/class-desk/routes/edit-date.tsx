import { data, redirect } from 'react-router'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { isMoved } from '#app/features/courses/rules.ts'
import { formatSession } from '#app/features/courses/words.ts'
import { CancelForm, DateForm, type DateValues } from '../components/forms.tsx'
import { cancelDate, cancelDateInput, changeDate, changeDateInput } from '../flows.server.ts'
import { rosterPath, refusalErrors, refusalWords } from '../../courses/roster.ts'
import { dateChoices, valuesOf, bookedCount, requireSession, wantedDate } from './desk-session.server.ts'
import type { Route } from './+types/edit-date'

export const handle: StaffHandle = { right: 'classes.plan' }

export const meta = () => [{ title: consoleTitle('Class date') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const member = requireRight(context, 'classes.plan')
  const session = await requireSession(db, params.session)
  return {
    id: session.id,
    course: session.course.name,
    when: formatSession(session, timeZone, now()),
    day: formatIsoDay(session.startsAt, timeZone),
    revision: session.revision,
    values: valuesOf(session, timeZone),
    booked: await bookedCount(db, session.id),
    isOver: session.endsAt <= now(),
    isCanceled: session.canceledAt !== null,
    mayCancel: mayDo(member.role, 'money.refund'),
    ...(await dateChoices(db, formatIsoDay(session.startsAt, timeZone), session.place)),
  }
}

type Answer = {
  fieldErrors: FieldErrors
  given: SubmittedFields
  stored?: DateValues
  mails?: number
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const member = requireRight(context, 'classes.plan')
  const shop = context.get(shopContext)
  // A copy: a request for another sign-in stores the form that was sent.
  const form = await readForm(request)
  if (form.get('do') === 'cancel') {
    requireRight(context, 'money.refund')
    await requireRecentSignIn(context, request)
    return cancel(shop, actorOf(member), params.session, form)
  }
  const parsed = parseForm(changeDateInput, form)
  if (!parsed.ok)
    return data<Answer>({ fieldErrors: parsed.fieldErrors, given: parsed.given }, { status: 422 })
  const { given } = parsed
  const session = await requireSession(shop.db, params.session)
  const wanted = await wantedDate(shop, session, parsed.value)
  const booked = await bookedCount(shop.db, session.id)
  const isSeen = session.revision === parsed.value.revision
  if (wanted && isSeen && booked > 0 && isMoved(session, wanted) && parsed.value.confirm !== moveOf(given))
    return data<Answer>({ fieldErrors: {}, given, mails: booked })
  const desk = { ctx: shop, actor: actorOf(member), timeZone: shop.timeZone }
  const done = await changeDate(desk, session.id, parsed.value)
  if (!done.ok)
    return data<Answer>(
      {
        fieldErrors: refusalErrors(done.why),
        given,
        ...(done.why === 'changed' && { stored: valuesOf(session, shop.timeZone) }),
      },
      { status: 409 },
    )
  return redirect(rosterPath(session.id), 303)
}

async function cancel(shop: Shop, actor: string, sessionId: string, form: FormData) {
  const session = await requireSession(shop.db, sessionId)
  const typed = parseForm(cancelDateInput, form)
  const { given } = typed
  if (!typed.ok || typed.value.day !== formatIsoDay(session.startsAt, shop.timeZone))
    return data<Answer>({ fieldErrors: { day: [refusalWords('day_differs')] }, given }, { status: 422 })
  const done = await cancelDate({ ctx: shop, actor, timeZone: shop.timeZone }, session.id)
  if (done.ok) return redirect(rosterPath(session.id), 303)
  return data<Answer>({ fieldErrors: { day: [refusalWords(done.why)] }, given }, { status: 409 })
}

export default function EditDate({ loaderData, actionData }: Route.ComponentProps) {
  const { id, course, when, revision, values, booked, isOver, isCanceled, places, instructors } = loaderData
  const { mails, stored } = actionData ?? {}
  const isCancel = actionData?.given.do === 'cancel'
  const errors = actionData?.fieldErrors ?? {}
  const typed: DateValues = { ...values, ...(!isCancel && actionData?.given) }
  const isShut = isOver || isCanceled
  return (
    <Sheet
      title="Class date"
      heading={course}
      head={<span className="text-muted">{when}</span>}
      state={
        <Status kind={isCanceled ? 'void' : isOver ? 'done' : 'sched'}>
          {isCanceled ? 'Canceled' : isOver ? 'Held' : 'On the schedule'}
        </Status>
      }
      cells={[
        { label: 'Booked', value: booked },
        { label: 'Revision', value: revision },
      ]}
      next={mails ? `Moving it mails ${mails} booked` : undefined}
      action={
        <VerbLink to={rosterPath(id)} data-back="">
          Roster
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="When and where">
          {isShut ? (
            <p className="text-muted">
              {isCanceled ? 'A canceled class stays as it was.' : 'A class that was held stays as it was.'}
            </p>
          ) : (
            <DateForm
              key={`${revision} ${mails ? moveOf(typed) : ''}`}
              values={typed}
              stored={stored && differing(stored, typed)}
              errors={isCancel ? {} : errors}
              places={places}
              instructors={instructors}
              revision={revision}
              submit={mails ? `Move, and mail ${mails}` : 'Save'}
              confirm={mails ? moveOf(typed) : undefined}
            >
              {mails && (
                <p role="status">
                  This is a move: {mails} booked are mailed the old date and the new one, and may keep the
                  seat, take another date, or have the deposit back.
                </p>
              )}
            </DateForm>
          )}
        </Section>
        {!isShut && (
          <Section item={2} title="Cancel this class">
            <CancelForm
              {...loaderData}
              typed={isCancel && typeof actionData?.given.day === 'string' ? actionData.given.day : undefined}
              error={isCancel ? errors.day?.join(' ') : undefined}
            />
          </Section>
        )}
      </Columns>
    </Sheet>
  )
}

/** When and where a class would be: a mail that was read for one move does not go out for another. */
function moveOf({ day, time, place }: Record<string, unknown>): string {
  return [day, time, place].join(' ')
}

function differing(stored: DateValues, typed: DateValues): Partial<DateValues> {
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => typed[name as keyof DateValues] !== value),
  )
}
