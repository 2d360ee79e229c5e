import { staffAction } from '#app/features/staff/action.server.ts'
import { postalLine } from '#app/facts/facts.ts'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { maxStudents } from '#app/features/courses/rules.ts'
import { findDeskSession } from '#app/features/courses/store/changes.server.ts'
import { DateForm } from '../components/forms.tsx'
import { addDates, addDatesInput } from '../flows.server.ts'
import { classesPath, rosterPath, refusalErrors } from '../../courses/roster.ts'
import { dateChoices, valuesOf } from './desk-session.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Route } from './+types/new-date'

export const handle: StaffHandle = { right: 'classes.plan' }

export const meta = () => [{ title: consoleTitle('Add dates') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, timeZone, facts } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const copied = await findDeskSession(db, query.get('copy') ?? '')
  const choices = await dateChoices(db, formatIsoDay(now(), timeZone), postalLine(facts()))
  const values = copied
    ? valuesOf(copied, timeZone)
    : {
        course: query.get('course') ?? choices.courses[0]?.[0] ?? '',
        day: query.get('day') ?? '',
        time: '09:00',
        place: choices.places[1]?.[0] ?? '',
        instructor: '',
        capacity: String(maxStudents),
        closes: '24',
        weeks: '1',
      }
  return {
    ...choices,
    values: copied
      ? {
          ...values,
          day: addDays(values.day, 7),
          place: choices.places.find(([id]) => id === copied.placeId)?.[0] ?? '',
        }
      : values,
    isCopy: copied !== undefined,
    formKey: secretToken(),
  }
}

export const action = staffAction({
  right: 'classes.plan',
  input: addDatesInput,
  run: ({ desk, input: { key: formKey, ...dates } }) =>
    addDates({ ...desk, formKey }, dates, postalLine(desk.ctx.facts())),
  to: (_, { ids: [only, ...more] }) => (only && more.length === 0 ? rosterPath(only) : classesPath),
  refusal: ({ why }) => refusalErrors(why),
})

export default function NewDate({ loaderData, actionData }: Route.ComponentProps) {
  const { values, courses, places, instructors, isCopy, formKey } = loaderData
  return (
    <Sheet title="Add dates" heading={isCopy ? 'Copy a class' : 'Add dates'}>
      <Section item={1} title="When and where">
        {courses.length === 0 ? (
          <EmptyList action={<VerbLink to={`${classesPath}/courses/new`}>Add a course</VerbLink>}>
            There is no course to hold. Add one first: what is taught, for how long and at which price.
          </EmptyList>
        ) : (
          <DateForm
            values={{ ...values, ...actionData?.given }}
            errors={actionData?.fieldErrors ?? {}}
            formKey={formKey}
            courses={courses}
            places={places}
            instructors={instructors}
            submit="Add to the schedule"
          />
        )}
      </Section>
    </Sheet>
  )
}
