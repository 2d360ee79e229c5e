import { redirect } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { CourseForm, type CourseValues } from '../components/forms.tsx'
import { createCourse, newCourseInput } from '../flows.server.ts'
import { classesPath, refusalErrors } from '../../courses/roster.ts'
import type { Route } from './+types/new-course'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Add a course') }]

export function loader() {
  return { formKey: secretToken() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const member = requireRight(context, 'catalog.write')
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(newCourseInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { key: formKey, ...course } = parsed.value
  const desk = { ctx: shop, actor: actorOf(member), timeZone: shop.timeZone, formKey }
  const done = await createCourse(desk, course)
  if (done.ok) return redirect(`${classesPath}/new?course=${course.slug}`, 303)
  return formError(409, refusalErrors(done.why), parsed.given)
}

const empty: CourseValues = {
  name: '',
  summary: '',
  hours: '8',
  minimumAge: '18',
  liveFireRounds: '0',
  announcedFor: '',
  topics: '',
  bring: 'Government photo ID',
  requirements: '',
  isRetired: '',
}

export default function NewCourse({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Sheet title="Add a course" heading="Add a course" next="Then its dates">
      <Section item={1} title="What is taught">
        <CourseForm
          formKey={loaderData.formKey}
          values={{ ...empty, ...(actionData?.given as Partial<CourseValues> | undefined) }}
          errors={actionData?.fieldErrors ?? {}}
        />
      </Section>
    </Sheet>
  )
}
