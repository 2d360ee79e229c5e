import { z } from 'zod'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { refusalWords, rosterPath } from '#app/features/courses/roster.ts'
import { listBookings } from '#app/features/courses/store/seats.server.ts'
import { formatSession } from '#app/features/courses/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import { cancelDate, changeDate, classErrors } from '../flows.server.ts'
import { changedDateInput, dateFields, moveOf } from '../records.ts'
import type { Route } from './+types/date'
import { dateChoices, dateValues, requireSession } from '../desk.server.ts'

export const handle: StaffHandle = { right: 'classes.plan', title: 'Class date' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const { role } = requireRight(context, 'classes.plan')
  const session = await requireSession(context.get(shopContext), params.session)
  const day = formatIsoDay(session.startsAt, timeZone)
  return {
    id: session.id,
    course: session.course.name,
    when: formatSession(session, timeZone, now()),
    day,
    revision: session.revision,
    values: dateValues(session, timeZone),
    booked: (await listBookings(db, session.id)).length,
    isOver: session.endsAt <= now(),
    isCanceled: session.canceledAt !== null,
    mayCancel: mayDo(role, 'money.refund'),
    choices: await dateChoices(db, day),
  }
}

export async function action(args: Route.ActionArgs) {
  return (await readForm(args.request)).get('do') === 'cancel' ? cancel(args) : save(args)
}

const save = staffAction({
  right: 'classes.plan',
  input: changedDateInput,
  run: ({ desk, params, input }) => changeDate(desk, params.session ?? '', input),
  to: ({ params }) => rosterPath(params.session ?? ''),
  refusal: ({ why }) => (why === 'move_not_read' ? {} : classErrors(why)),
})

const cancel = staffAction({
  right: 'money.refund',
  recent: true,
  input: z.object({ day: z.string('Type the day').trim() }),
  async run({ desk, params, input }) {
    const session = await requireSession(desk.ctx, params.session)
    if (input.day !== formatIsoDay(session.startsAt, desk.timeZone)) return refuse('day_differs')
    return cancelDate(desk, session.id)
  },
  to: ({ params }) => rosterPath(params.session ?? ''),
  refusal: ({ why }) => ({ day: [refusalWords(why)] }),
})

export default function ClassDate({ loaderData, actionData }: Route.ComponentProps) {
  const { id, course, when, booked, revision, isOver, isCanceled } = loaderData
  const isCancel = actionData?.given.do === 'cancel'
  return (
    <Sheet
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
      action={
        <VerbLink to={rosterPath(id)} data-back="">
          Roster
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="When and where">
          {isOver || isCanceled ? (
            <p className="text-muted">
              {isCanceled ? 'A canceled class stays as it was.' : 'A class that was held stays as it was.'}
            </p>
          ) : (
            <ChangeForm {...loaderData} refused={isCancel ? undefined : actionData} />
          )}
        </Section>
        {!isOver && !isCanceled && (
          <Section item={2} title="Cancel this class">
            <CancelForm {...loaderData} refused={isCancel ? actionData : undefined} />
          </Section>
        )}
      </Columns>
    </Sheet>
  )
}

type FormProps = Route.ComponentProps['loaderData'] & { refused: Refused | undefined }

function ChangeForm({ values, choices, revision, booked, refused }: FormProps) {
  const isMove = refused && Object.keys(refused.fieldErrors).length === 0
  const typed = (name: string) => (refused ? typedIn(refused.given, name) : '')
  const move = moveOf({ day: typed('day'), time: typed('time'), place: typed('place') })
  return (
    <RecordForm
      fields={dateFields({ instructors: choices.instructors })}
      values={values}
      refused={refused}
      hidden={{ revision }}
      submit={isMove ? `Move, and mail ${booked}` : 'Save'}
      sends={isMove ? { name: 'confirm', value: move } : undefined}
    >
      {isMove && (
        <p role="status">
          This is a move: {booked} booked are mailed the old date and the new one, and may keep the seat, take
          another date, or have the deposit back.
        </p>
      )}
    </RecordForm>
  )
}

/** Cancels a class. Its day is typed, so that no other class is canceled by a slip. */
function CancelForm({ day, booked, mayCancel, refused }: FormProps) {
  return (
    <RecordForm
      fields={
        mayCancel
          ? [{ name: 'day', label: `Type ${day} to cancel`, autoComplete: 'off', required: true }]
          : []
      }
      refused={refused}
      sends={{ name: 'do', value: 'cancel' }}
      submit="Cancel class"
      look="stop"
      gate={mayCancel ? [] : ['Your role does not refund. Ask a manager.']}
    >
      <p className="text-muted">
        {booked === 0
          ? 'Nobody is booked. The date is removed from the schedule.'
          : `${booked} booked get everything back and a mail within minutes. This cannot be undone.`}
      </p>
    </RecordForm>
  )
}
