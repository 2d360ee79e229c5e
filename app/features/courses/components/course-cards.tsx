import type { ReactNode } from 'react'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { registrationPath } from '../rules/addresses.ts'
import { balanceCents, type Course, nextOpenSession, type SessionView } from '../rules.ts'
import { seatsWords } from '../words.ts'
import { DatePlate } from './date-plate.tsx'

type Props = {
  courses: readonly Course[]
  sessions: readonly SessionView[]
  /** Photographs by course. */
  covers: Readonly<Record<string, ShownPhoto>>
}

const card =
  'row-span-5 grid scroll-mt-20 grid-rows-subgrid gap-4 border-hairline px-6 py-7 not-first:border-l max-xl:odd:border-l-0 max-xl:nth-[n+3]:border-t max-sm:not-first:border-t max-sm:border-l-0'

/** The courses side by side: topics, price and next date. */
export function CourseCards({ courses, sessions, covers }: Props) {
  return (
    <div className="grid grid-cols-4 rounded-plate border border-hairline max-xl:grid-cols-2 max-sm:grid-cols-1">
      {courses.map((course) => {
        const cover = covers[course.slug]
        const next = nextOpenSession(sessions.filter((session) => session.course.slug === course.slug))
        return (
          <article
            key={course.slug}
            id={course.slug}
            aria-labelledby={`${course.slug}-title`}
            className={card}
          >
            <header>
              {cover && (
                <Photo
                  photo={cover}
                  sizes="(width >= 1180px) 300px, (width >= 600px) 50vw, 100vw"
                  isDecorative
                  className="mb-4 aspect-[3/2] rounded-plate"
                />
              )}
              <h3 className="h3" id={`${course.slug}-title`}>
                {course.name}
              </h3>
              <p className="mt-1.5 font-display leading-snug font-light text-accent">
                {countOf(course.hours, 'hour')}
              </p>
            </header>
            <p className="text-muted">{course.summary}</p>
            <ol className="divide-y divide-hairline border-t border-hairline">
              {course.topics.map((topic) => (
                <li key={topic} className="py-2">
                  {topic}
                </li>
              ))}
            </ol>
            <dl className="grid content-start gap-2 text-sm">
              <Fact term="Bring">{course.bring.join('; ')}</Fact>
              <Fact term="Age">{course.minimumAge}+</Fact>
              {!next && course.announcedFor && <Fact term="Announced">first for {course.announcedFor}</Fact>}
            </dl>
            <footer className="grid content-end gap-4 border-t border-hairline pt-4">
              <p>
                <Price cents={course.priceCents} />
                <span className="mt-2 block text-sm text-faint">
                  {formatCents(course.depositCents)} deposit, {formatCents(balanceCents(course))} on the day
                </span>
              </p>
              {next ? (
                <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
                  <DatePlate when={next.when} />
                  <p className="text-sm text-muted">
                    Next: {next.when.day}, {next.when.hours}. {seatsWords(next.seats)}.
                  </p>
                </div>
              ) : (
                <p className="text-sm text-muted">No date set.</p>
              )}
              <ButtonLink
                size="sm"
                to={registrationPath(course.slug)}
                aria-label={`Enroll Now: ${course.name}`}
              >
                Enroll Now
              </ButtonLink>
            </footer>
          </article>
        )
      })}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="min-w-[78px] text-faint">{term}</dt>
      <dd className="flex-1 basis-[14ch] text-muted">{children}</dd>
    </div>
  )
}
