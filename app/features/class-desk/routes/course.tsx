import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { classesPath } from '#app/features/courses/roster.ts'
import type { Course as CourseRow } from '#app/features/courses/rules.ts'
import { listEditedCourses } from '#app/features/courses/store/sessions.server.ts'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { listPanelPhotos } from '#app/features/photo-desk/store.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import { classErrors, createCourse, editCourse } from '../flows.server.ts'
import { changedCourseInput, courseFields, newCourseInput } from '../records.ts'
import type { Route } from './+types/course'

export const handle: StaffHandle = { right: 'catalog.write', title: 'Course' }

const pathOf = (slug: string) => `${classesPath}/courses/${slug}`

/** Without a course it is the form for a new one. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  if (!params.course) return { formKey: secretToken(), course: null, photos: [] }
  const course = (await listEditedCourses(shop.db)).find(({ slug }) => slug === params.course)
  if (!course)
    throw notFound('No Such Course', {
      text: 'There is no course at this address.',
      link: { to: classesPath, label: 'Classes' },
    })
  const { slug, name, revision, retiredAt, priceCents } = course
  return {
    formKey: '',
    course: { slug, name, revision, isRetired: retiredAt !== null, priceCents, values: valuesOf(course) },
    photos: await listPanelPhotos(shop, { kind: 'course', key: slug }),
  }
}

function valuesOf({ announcedFor, topics, bring, requirements, retiredAt, ...course }: CourseRow) {
  return {
    name: course.name,
    summary: course.summary,
    hours: String(course.hours),
    minimumAge: String(course.minimumAge),
    liveFireRounds: String(course.liveFireRounds),
    priceCents: String(course.priceCents / 100),
    depositCents: String(course.depositCents / 100),
    announcedFor: announcedFor ?? '',
    topics: topics.join('\n'),
    bring: bring.join('\n'),
    requirements: requirements.join('\n'),
    isRetired: retiredAt ? 'yes' : '',
  }
}

export const action = (args: Route.ActionArgs) => (args.params.course ? save(args) : add(args))

const add = staffAction({
  right: 'catalog.write',
  recent: true,
  input: newCourseInput,
  run: ({ desk, input: { key: formKey, ...course } }) => createCourse({ ...desk, formKey }, course),
  to: ({ input }) => `${classesPath}/new?course=${input.slug}`,
  refusal: ({ why }) => classErrors(why),
})

const save = staffAction({
  right: 'catalog.write',
  recent: true,
  input: changedCourseInput,
  run: ({ desk, params, input }) => editCourse(desk, params.course ?? '', input),
  to: classesPath,
  refusal: ({ why }) => classErrors(why),
})

const usual = { hours: '8', minimumAge: '18', liveFireRounds: '0', bring: 'Government photo ID' }

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { course, formKey, photos } = loaderData
  if (!course)
    return (
      <Sheet title="Add a course" next="Then its dates">
        <Section item={1} title="What is taught">
          <RecordForm
            fields={courseFields(true)}
            values={usual}
            refused={actionData}
            hidden={{ key: formKey }}
            submit="Add course"
          />
        </Section>
      </Sheet>
    )
  const { slug, name, revision, isRetired, priceCents, values } = course
  return (
    <Sheet
      heading={name}
      state={<Status kind={isRetired ? 'void' : 'done'}>{isRetired ? 'Not taught' : 'Taught'}</Status>}
      cells={[
        { label: 'Price', value: formatCents(priceCents) },
        { label: 'Revision', value: revision },
      ]}
      action={
        <VerbLink to={`${classesPath}/new?course=${slug}`} look="primary">
          Add dates
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="What is taught">
          <RecordForm
            fields={courseFields(false)}
            values={values}
            refused={actionData}
            hidden={{ revision }}
            submit="Save course"
          />
        </Section>
        <PhotoPanel item={2} subject={{ kind: 'course', key: slug }} photos={photos} here={pathOf(slug)} />
      </Columns>
      <p className="con-region">
        <VerbLink look="quiet" to={classesPath} data-back="">
          All classes
        </VerbLink>
      </p>
    </Sheet>
  )
}
