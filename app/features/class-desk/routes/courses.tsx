import { Link } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { listEditedCourses } from '#app/features/courses/store/roster.server.ts'
import { classesPath } from '../../courses/roster.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import type { Route } from './+types/courses'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Courses') }]

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'catalog.write')
  const courses = await listEditedCourses(context.get(shopContext).db)
  return {
    courses: courses.map((course) => ({
      slug: course.slug,
      name: course.name,
      length: `${course.hours} h`,
      price: formatCents(course.priceCents),
      deposit: formatCents(course.depositCents),
      rounds: course.liveFireRounds,
      isRetired: course.retiredAt !== null,
    })),
  }
}

const columns = [
  { key: 'name', label: 'Course' },
  { key: 'length', label: 'Length', width: 80 },
  { key: 'price', label: 'Price', width: 90, kind: 'number' as const },
  { key: 'deposit', label: 'Deposit', width: 90, kind: 'number' as const },
  { key: 'rounds', label: 'Live fire', width: 110, kind: 'number' as const },
  { key: 'state', label: 'State', width: 130 },
]

export default function Courses({ loaderData: { courses } }: Route.ComponentProps) {
  const taught = courses.filter(({ isRetired }) => !isRetired).length
  const silent = courses.filter(({ rounds, isRetired }) => rounds === 0 && !isRetired).length
  return (
    <Sheet
      title="Courses"
      heading="Courses and prices"
      state={`${taught} taught`}
      next={silent > 0 ? `${silent} without live fire give no certificate` : undefined}
      action={
        <VerbLink to={`${classesPath}/courses/new`} look="primary">
          Add course
        </VerbLink>
      }
    >
      {courses.length === 0 ? (
        <EmptyList>
          No course yet. A course says what is taught, for how long and at which price; dates come after it.
        </EmptyList>
      ) : (
        <DenseTable
          caption="Courses"
          columns={columns}
          rows={courses.map((course) => ({
            id: course.slug,
            cells: [
              <Link key="name" className="con-link" to={`${classesPath}/courses/${course.slug}`} data-open="">
                {course.name}
              </Link>,
              course.length,
              course.price,
              course.deposit,
              course.rounds === 0 ? 'none' : countOf(course.rounds, 'round'),
              <Status key="state" kind={course.isRetired ? 'void' : 'done'}>
                {course.isRetired ? 'Not taught' : 'Taught'}
              </Status>,
            ],
          }))}
        />
      )}
      <p className="con-region">
        <VerbLink look="quiet" to={classesPath} data-back="">
          All classes
        </VerbLink>
      </p>
    </Sheet>
  )
}
