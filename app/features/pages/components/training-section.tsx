import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { registerPath } from '#app/features/courses/rules.ts'
import { seatsWords } from '#app/features/courses/words.ts'
import type { HomeCourse, HomeData } from '../rules/home.ts'

/** Three courses, each with its next date and seats left. */
export function TrainingSection({ home: { words, courses } }: { home: HomeData }) {
  if (!courses.length) return null
  return (
    <Section id="training" title={words.training.title} lead={words.training.lead}>
      <div className="grid divide-hairline rounded-plate border border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {courses.map((course) => (
          <CourseCell key={course.slug} course={course} />
        ))}
      </div>
    </Section>
  )
}

const date =
  'row-span-2 grid h-20 w-16 content-center justify-items-center rounded-control border text-center font-display xl:h-24 xl:w-20'

function CourseCell({ course }: { course: HomeCourse }) {
  const { slug, name, hours, priceCents, announcedFor, next } = course
  return (
    <article
      className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_auto_auto_1fr] gap-x-4 px-5 py-6 xl:gap-x-6 xl:p-7"
      aria-labelledby={`course-${slug}`}
    >
      {next ? (
        <time className={`${date} border-control`} dateTime={next.when.isoDay}>
          <span className="text-xs tracking-widest text-muted">{next.when.month}</span>
          <b className="text-3xl font-light xl:text-h2">{next.when.dayOfMonth}</b>
        </time>
      ) : (
        <p className={`${date} border-dashed border-control text-xs text-muted`}>No date yet</p>
      )}
      <h3 className="h3 self-end" id={`course-${slug}`}>
        <Link className="underline-offset-4 hover:underline" to={`/ccw-training#${slug}`}>
          {name}
        </Link>
      </h3>
      <p className="mt-1 leading-normal text-balance text-muted">
        {hours} hours{!next && announcedFor && `, first announced for ${announcedFor}`}
      </p>
      <div className="col-span-full mt-6 grid grid-cols-[minmax(0,150px)_auto] items-center justify-start gap-4">
        {next && (
          <>
            <Ticks units={next.seats} />
            <p className="text-sm text-muted">{seatsWords(next.seats)}</p>
          </>
        )}
      </div>
      <div className="col-span-full mt-5 flex items-center justify-between self-end border-t border-hairline pt-5">
        <Price cents={priceCents} />
        <ButtonLink to={registerPath({ course: slug })} size="sm" aria-label={`Enroll Now: ${name}`}>
          Enroll Now
        </ButtonLink>
      </div>
    </article>
  )
}
