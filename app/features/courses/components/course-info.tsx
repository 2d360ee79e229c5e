import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { PhotoGallery } from '#app/features/photos/components/photo-gallery.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { PhotoSet } from '#app/features/photos/rules.ts'
import { registrationPath, schedulingUrl } from '../rules/addresses.ts'
import { type Course, seatsTopic, type SessionView } from '../rules.ts'
import { bookingFacts, refundRule, seatsWords } from '../words.ts'
import { registrationWords } from '../words/registration.ts'
import { DatePlate } from './date-plate.tsx'
import { liveSeats } from './seats-left.tsx'
import { RangeDrawing } from './range-drawing.tsx'
import { WizardProgress } from './wizard-progress.tsx'

type Props = {
  course: Course
  /** How many students its classes take. */
  largest: number | null
  photos: PhotoSet
  others: readonly Pick<Course, 'slug' | 'name'>[]
  /** Its next date with an open seat, or else its next date. */
  next: SessionView | null
}

const list = 'divide-y divide-hairline border-t border-hairline text-muted'

/** Step one: what the course covers, what it costs, and the button to choose a date. */
export function CourseInfo({ course, largest, photos, others, next }: Props) {
  return (
    <>
      <header>
        <div className="wrap grid gap-4 pt-8 pb-6 max-lg:pt-6 max-lg:pb-4">
          <WizardProgress current={0} />
          <h1 className="h1 mt-4">{registrationWords.title}</h1>
        </div>
      </header>
      <div className="wrap grid grid-cols-[minmax(0,1fr)_minmax(300px,372px)] items-start gap-x-12 gap-y-8 pb-24 max-xl:grid-cols-1">
        <article className="grid gap-6" aria-labelledby="course">
          <h2 className="h2" id="course">
            {course.name}
          </h2>
          <p className="lead">{course.summary}</p>
          {photos.cover && (
            <Photo
              photo={photos.cover}
              sizes="(width >= 1180px) 700px, 100vw"
              isFirst
              className="aspect-[3/2] rounded-plate"
            />
          )}
          <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-12 gap-y-6 max-lg:grid-cols-1">
            <div>
              <h3 className="h4 pb-3">The day</h3>
              <ol className={list}>
                {course.topics.map((topic) => (
                  <li key={topic} className="py-3">
                    {topic}
                  </li>
                ))}
              </ol>
            </div>
            <div>
              <h3 className="h4 pb-3">Bring</h3>
              <ul className={list}>
                {course.bring.map((item) => (
                  <li key={item} className="py-3">
                    {item}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <PhotoGallery photos={photos.gallery} label={`Photographs of ${course.name}`} />
          {next && (
            <figure className="max-w-[660px]" data-live={seatsTopic}>
              <div className="grid gap-3" {...liveSeats(next)}>
                <RangeDrawing seats={next.seats} />
                <figcaption className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 text-sm text-muted">
                  <DatePlate when={next.when} />
                  <span>
                    Next class: {next.when.full}. <span data-seats-left>{seatsWords(next.seats)}</span>. Lit
                    lanes are open seats.
                  </span>
                </figcaption>
              </div>
            </figure>
          )}
        </article>
        <div className="grid gap-4 rounded-plate border border-hairline bg-sheet p-6 xl:sticky xl:top-[88px]">
          <ul className="grid gap-3">
            {bookingFacts(course, largest).map((fact) => (
              <li key={fact} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
                <Check aria-hidden className="mt-1 size-[18px] text-accent" />
                {fact}
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
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
          {others.length > 0 && (
            <nav aria-label="Other courses" className="text-sm text-muted">
              Other courses:{' '}
              {others.map(({ slug, name }, at) => (
                <span key={slug}>
                  {at > 0 && ', '}
                  <Link className="link" to={registrationPath(slug)}>
                    {name}
                  </Link>
                </span>
              ))}
            </nav>
          )}
        </div>
      </div>
    </>
  )
}
