import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { registrationPath } from '../rules/addresses.ts'
import { balanceCents, type Course, nextOpenSession, type SessionView } from '../rules.ts'
import { seatsWords } from '../words.ts'
import { DatePlate } from './date-plate.tsx'

type Props = { courses: readonly Course[]; sessions: readonly SessionView[] }

/** The courses side by side: what each goes through, what it costs, and its next date. */
export function CourseCards({ courses, sessions }: Props) {
  return (
    <div className="crs">
      {courses.map((course) => {
        const next = nextOpenSession(sessions.filter((session) => session.course.slug === course.slug))
        return (
          <article key={course.slug} id={course.slug} aria-labelledby={`${course.slug}-title`}>
            <header>
              <h3 className="h3" id={`${course.slug}-title`}>
                {course.name}
              </h3>
              <p className="crs-h">{course.hours} hours</p>
            </header>
            <p className="crs-s">{course.summary}</p>
            <ol>
              {course.topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ol>
            <dl>
              <div>
                <dt>Bring</dt>
                <dd>{course.bring.join('; ')}</dd>
              </div>
              <div>
                <dt>Age</dt>
                <dd>{course.minimumAge}+</dd>
              </div>
              {course.announcedFor && (
                <div>
                  <dt>Announced</dt>
                  <dd>first for {course.announcedFor}</dd>
                </div>
              )}
            </dl>
            <footer>
              <p>
                <Price cents={course.priceCents} />
                <span className="cap">
                  {formatCents(course.depositCents)} deposit, {formatCents(balanceCents(course))} on the day
                </span>
              </p>
              {next ? (
                <div className="crs-n">
                  <DatePlate when={next.when} />
                  <p className="small">
                    Next: {next.when.day}, {next.when.hours}. {seatsWords(next.seats)}.
                  </p>
                </div>
              ) : (
                <p className="small">No date is set.</p>
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
