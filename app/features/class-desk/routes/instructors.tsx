import { staffAction } from '#app/features/staff/action.server.ts'
import { useLocation } from 'react-router'
import { TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { licenseState } from '#app/features/courses/rules.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { RevisedForm, type Refused } from '../components/forms.tsx'
import { keepInstructor, instructorInput } from '../flows.server.ts'
import { classesPath, refusalWords } from '../../courses/roster.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Route } from './+types/instructors'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Instructors') }]

const path = `${classesPath}/instructors`

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'catalog.write')
  const { db, now, timeZone } = context.get(shopContext)
  const today = formatIsoDay(now(), timeZone)
  return {
    formKey: secretToken(),
    instructors: (await listInstructors(db)).map(({ id, name, email, revision, retiredAt, licenses }) => ({
      id,
      name,
      email,
      revision,
      isRetired: retiredAt !== null,
      licenses: licenses.map((each) => ({ ...each, state: licenseState(each.expiresOn, today) })),
    })),
  }
}

export const action = staffAction({
  right: 'catalog.write',
  input: instructorInput,
  run: ({ desk, input: { key: formKey, id, revision, ...fields } }) =>
    keepInstructor({ ...desk, formKey }, { ...fields, id, revision }),
  to: path,
  refusal: ({ why }) => refusalWords(why),
})

type Instructor = Route.ComponentProps['loaderData']['instructors'][number]

export default function Instructors({
  loaderData: { instructors, formKey },
  actionData,
}: Route.ComponentProps) {
  // The form is empty again after its own answer, and not when somebody else adds one.
  const visit = useLocation().key
  const given = actionData?.given
  const refusedFor = (id: string) => (given && (given.id ?? '') === id ? actionData : undefined)
  const ending = instructors
    .flatMap(({ licenses, isRetired }) => (isRetired ? [] : licenses))
    .filter(({ state }) => state !== 'good')
  return (
    <Sheet
      title="Instructors"
      heading="Instructors"
      state={
        <Status
          kind={ending.length > 0 ? 'soon' : 'done'}
        >{`${instructors.filter(({ isRetired }) => !isRetired).length} teach`}</Status>
      }
      next={ending.length > 0 ? `${ending.length} licenses have ended or end within 30 days` : undefined}
      action={
        <VerbLink to={classesPath} data-back="">
          All classes
        </VerbLink>
      }
    >
      {instructors.map((each) => (
        <Section
          key={each.id}
          title={each.name}
          note={each.isRetired ? 'does not teach any more' : `revision ${each.revision}`}
        >
          <ul className="mb-3 grid gap-1">
            {each.licenses.map(({ name, number, expiresOn, state }) => (
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
          <details open={refusedFor(each.id) !== undefined}>
            <summary className="con-verb" data-small="" aria-label={`Change ${each.name}`}>
              Change
            </summary>
            <div className="mt-3">
              <InstructorForm instructor={each} formKey={formKey} refused={refusedFor(each.id)} />
            </div>
          </details>
        </Section>
      ))}
      <Section item={1} title="Add an instructor">
        <InstructorForm formKey={formKey} refused={refusedFor('')} key={visit} />
      </Section>
    </Sheet>
  )
}

type InstructorFormProps = { instructor?: Instructor; formKey: string; refused: Refused | undefined }

function InstructorForm({ instructor, formKey, refused }: InstructorFormProps) {
  const stored = {
    name: instructor?.name ?? '',
    email: instructor?.email ?? '',
    licenses: (instructor?.licenses ?? [])
      .map((each) => `${each.name}; ${each.number}; ${each.expiresOn}`)
      .join('\n'),
  }
  return (
    <RevisedForm
      formKey={formKey}
      item={instructor}
      stored={stored}
      refused={refused}
      retired="Does not teach any more"
      add="Add instructor"
    >
      {(field) => (
        <>
          <TextField
            label="Name, as on certificates"
            autoComplete="off"
            hint="Also on the site, with the licenses but not their numbers"
            {...field('name')}
          />
          <TextField
            label="Email with which they sign in here, if they do"
            type="email"
            autoComplete="off"
            hint="It opens the rosters of the classes that they teach, and of no others."
            {...field('email')}
          />
          <TextArea
            label="Licenses, one per line: name; number; last day"
            rows={3}
            placeholder="NRA certified pistol instructor; 1234; 2027-05-31"
            {...field('licenses')}
          />
        </>
      )}
    </RevisedForm>
  )
}
