import { postalLine } from '#app/facts/facts.ts'
import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { classesPath, rosterPath } from '#app/features/courses/roster.ts'
import { maxStudents } from '#app/features/courses/rules.ts'
import { findSession } from '#app/features/courses/store/sessions.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { addDays, formatIsoDay } from '#app/kit/dates.ts'
import { secretToken } from '#app/kit/ids.ts'
import { addDates, classErrors } from '../flows.server.ts'
import { dateFields, newDatesInput } from '../records.ts'
import type { Route } from './+types/new-date'
import { dateChoices, dateValues } from '../desk.server.ts'

export const handle: StaffHandle = { right: 'classes.plan', title: 'Add dates' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, timeZone, facts } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const copied = await findSession(db, query.get('copy') ?? '', now())
  const choices = await dateChoices(db, formatIsoDay(now(), timeZone))
  const usual = {
    course: query.get('course') ?? choices.courses[0]?.[0] ?? '',
    day: query.get('day') ?? '',
    time: '09:00',
    place: postalLine(facts()),
    capacity: String(maxStudents),
    closes: '24',
    weeks: '1',
  }
  const same = copied && dateValues(copied, timeZone)
  return {
    choices,
    values: same ? { ...same, day: addDays(same.day, 7), weeks: '1' } : usual,
    isCopy: copied !== undefined,
    formKey: secretToken(),
  }
}

export const action = staffAction({
  right: 'classes.plan',
  input: newDatesInput,
  run: ({ desk, input }) => addDates(desk, input),
  to: (_, { ids: [only, ...more] }) => (only && more.length === 0 ? rosterPath(only) : classesPath),
  refusal: ({ why }) => classErrors(why),
})

export default function NewDate({ loaderData, actionData }: Route.ComponentProps) {
  const { values, choices, isCopy, formKey } = loaderData
  return (
    <Sheet heading={isCopy ? 'Copy a class' : 'Add dates'}>
      <Section item={1} title="When and where">
        {choices.courses.length === 0 ? (
          <EmptyList action={<VerbLink to="/staff/catalog/courses/new">Add a course</VerbLink>}>
            There is no course to hold. Add one first: what is taught, for how long and at which price.
          </EmptyList>
        ) : (
          <RecordForm
            fields={dateFields(choices)}
            values={values}
            refused={actionData}
            hidden={{ key: formKey }}
            submit="Add to the schedule"
          />
        )}
      </Section>
    </Sheet>
  )
}
