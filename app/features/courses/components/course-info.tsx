import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { registrationPath, schedulingUrl } from '../rules/addresses.ts'
import type { Course, SessionView } from '../rules.ts'
import { bookingFacts, refundRule, seatsWords } from '../words.ts'
import { registrationWords } from '../words/registration.ts'
import { DatePlate } from './date-plate.tsx'
import { RangeDrawing } from './range-drawing.tsx'
import { useSeats } from './use-seats.ts'
import { WizardProgress } from './wizard-progress.tsx'

type Props = {
  course: Course
  /** The other courses, for those who came for one of them. */
  others: readonly Pick<Course, 'slug' | 'name'>[]
  /** Its next date with a seat, else its next date. */
  next: SessionView | null
}

/** The first step: what the course is, what it costs and asks for, and the way on. */
export function CourseInfo({ course, others, next: loaded }: Props) {
  const [next] = useSeats(loaded ? [loaded] : [])
  return (
    <>
      <header className="reg-top">
        <div className="wrap">
          <WizardProgress current={0} />
          <h1 className="h1">{registrationWords.title}</h1>
        </div>
      </header>
      <div className="wrap reg reg-info">
        <article aria-labelledby="course">
          <h2 className="h2" id="course">
            {course.name}
          </h2>
          <p className="lead">{course.summary}</p>
          <div className="reg-day">
            <div>
              <h3 className="h4">The day</h3>
              <ol>
                {course.topics.map((topic) => (
                  <li key={topic}>{topic}</li>
                ))}
              </ol>
            </div>
            <div>
              <h3 className="h4">Bring</h3>
              <ul>
                {course.bring.map((thing) => (
                  <li key={thing}>{thing}</li>
                ))}
              </ul>
            </div>
          </div>
          {next && (
            <figure className="trn-art">
              <RangeDrawing seats={next.seats} />
              <figcaption className="reg-next">
                <DatePlate when={next.when} />
                <span>
                  Next class: {next.when.full}. {seatsWords(next.seats)}; a lit lane is a free one.
                </span>
              </figcaption>
            </figure>
          )}
        </article>
        <div className="reg-side">
          <ul className="reg-facts">
            {bookingFacts(course).map((fact) => (
              <li key={fact}>
                <Check aria-hidden />
                {fact}
              </li>
            ))}
          </ul>
          <p className="small">
            {refundRule.refund} {refundRule.noShow}
          </p>
          <ButtonLink
            variant="primary"
            block
            to={schedulingUrl('/course-registration/scheduling', {
              course: course.slug,
              view: 'list',
              session: null,
            })}
          >
            {registrationWords.register}
          </ButtonLink>
          <nav aria-label="Other courses" className="small">
            Other courses:{' '}
            {others.map(({ slug, name }, at) => (
              <span key={slug}>
                {at > 0 && ', '}
                <Link className="lnk" to={registrationPath(slug)}>
                  {name}
                </Link>
              </span>
            ))}
          </nav>
        </div>
      </div>
    </>
  )
}
