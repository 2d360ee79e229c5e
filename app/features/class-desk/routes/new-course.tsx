import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { classesPath, refusalErrors } from '#app/features/courses/roster.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { createCourse } from '../flows.server.ts'
import { courseFields, newCourseInput } from '../records.ts'
import type { Route } from './+types/new-course'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Add a course') }]

export function loader() {
  return { formKey: secretToken() }
}

export const action = staffAction({
  right: 'catalog.write',
  recent: true,
  input: newCourseInput,
  run: ({ desk, input: { key: formKey, ...course } }) => createCourse({ ...desk, formKey }, course),
  to: ({ input }) => `${classesPath}/new?course=${input.slug}`,
  refusal: ({ why }) => refusalErrors(why),
})

const usual = { hours: '8', minimumAge: '18', liveFireRounds: '0', bring: 'Government photo ID' }

export default function NewCourse({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Sheet title="Add a course" heading="Add a course" next="Then its dates">
      <Section item={1} title="What is taught">
        <RecordForm
          fields={courseFields(true)}
          values={usual}
          refused={actionData}
          hidden={{ key: loaderData.formKey }}
          submit="Add course"
        />
      </Section>
    </Sheet>
  )
}
