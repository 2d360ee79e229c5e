import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { classesPath } from '#app/features/courses/roster.ts'
import { licenseState } from '#app/features/courses/rules.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { classErrors, keepInstructor } from '../flows.server.ts'
import { instructorFields, instructorInput } from '../records.ts'
import type { Route } from './+types/instructors'

export const handle: StaffHandle = { right: 'catalog.write', title: 'Instructors' }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const today = formatIsoDay(now(), timeZone)
  return {
    formKey: secretToken(),
    instructors: (await listInstructors(db)).map(({ retiredAt, licenses, ...instructor }) => ({
      ...instructor,
      isRetired: retiredAt !== null,
      licenses: licenses.map((each) => ({ ...each, state: licenseState(each.expiresOn, today) })),
    })),
  }
}

export const action = staffAction({
  right: 'catalog.write',
  input: instructorInput,
  run: ({ desk, input: { key: formKey, id, ...instructor } }) =>
    keepInstructor({ ...desk, formKey }, { id, ...instructor }),
  to: `${classesPath}/instructors`,
  refusal: ({ why }) => classErrors(why),
})

type Instructor = Route.ComponentProps['loaderData']['instructors'][number]

const retired = { name: 'isRetired', label: 'Does not teach any more', type: 'checkbox' }

export default function Instructors({
  loaderData: { instructors, formKey },
  actionData,
}: Route.ComponentProps) {
  const teaching = instructors.filter(({ isRetired }) => !isRetired)
  const ending = teaching.flatMap(({ licenses }) => licenses).filter(({ state }) => state !== 'good')
  const refusedFor = (id: string) =>
    actionData && (actionData.given.id ?? '') === id ? actionData : undefined
  return (
    <Sheet
      state={<Status kind={ending.length > 0 ? 'soon' : 'done'}>{`${teaching.length} teach`}</Status>}
      next={ending.length > 0 ? `${ending.length} licenses have ended or end within 30 days` : undefined}
      action={
        <VerbLink to={classesPath} data-back="">
          All classes
        </VerbLink>
      }
    >
      {instructors.map((instructor) => {
        const { id, name, revision, isRetired } = instructor
        return (
          <Section
            key={id}
            title={name}
            note={isRetired ? 'does not teach any more' : `revision ${revision}`}
          >
            <Licenses {...instructor} />
            <details open={refusedFor(id) !== undefined}>
              <summary className="con-verb" data-small="" aria-label={`Change ${name}`}>
                Change
              </summary>
              <div className="mt-3">
                <RecordForm
                  fields={[...instructorFields, retired]}
                  values={valuesOf(instructor)}
                  refused={refusedFor(id)}
                  hidden={{ key: formKey, id, revision }}
                  submit="Save"
                  look="quiet"
                />
              </div>
            </details>
          </Section>
        )
      })}
      <Section item={1} title="Add an instructor">
        <RecordForm
          fields={instructorFields}
          refused={refusedFor('')}
          hidden={{ key: formKey }}
          submit="Add instructor"
        />
      </Section>
    </Sheet>
  )
}

function valuesOf({ name, email, licenses, isRetired }: Instructor) {
  const rows = licenses.map((each) => `${each.name}; ${each.number}; ${each.expiresOn}`)
  return { name, email: email ?? '', licenses: rows.join('\n'), isRetired: isRetired ? 'yes' : '' }
}

function Licenses({ licenses }: Instructor) {
  return (
    <ul className="mb-3 grid gap-1">
      {licenses.map(({ name, number, expiresOn, state }) => (
        <li key={number}>
          <Status
            kind={state === 'good' ? 'done' : state === 'ending' ? 'soon' : 'over'}
            figure={formatCalendarDate(expiresOn)}
          >
            {`${name}, no. ${number}`}
          </Status>
        </li>
      ))}
    </ul>
  )
}
