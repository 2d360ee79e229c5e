import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { registerPath } from '../../courses/rules/addresses.ts'
import { maxStudents } from '../../courses/rules.ts'
import { seatsWords } from '../../courses/words.ts'
import type { HomeCourse, HomeData } from '../rules/home.ts'

/** Three courses, each with its next date and the seats that are left. */
export function TrainingCall({ home: { courses } }: { home: HomeData }) {
  if (!courses.length) return null
  return (
    <Section
      id="training"
      title="CCW Training"
      lead={`${maxStudents} students at most. The deposit is refundable up to 48 hours before class.`}
    >
      <div className="home-tr">
        {courses.map((course) => (
          <CourseCell key={course.slug} course={course} />
        ))}
      </div>
    </Section>
  )
}

function CourseCell({ course }: { course: HomeCourse }) {
  const { slug, name, hours, priceCents, announcedFor, next } = course
  return (
    <article aria-labelledby={`course-${slug}`}>
      {next ? (
        <time dateTime={next.when.isoDay}>
          <span>{next.when.month}</span>
          <b>{next.when.dayOfMonth}</b>
        </time>
      ) : (
        <p className="home-tr-none">No date yet</p>
      )}
      <h3 className="h3" id={`course-${slug}`}>
        <Link to={`/ccw-training#${slug}`}>{name}</Link>
      </h3>
      <p className="home-tr-m">
        {hours} hours{announcedFor && `, first announced for ${announcedFor}`}
      </p>
      <div className="home-tr-s">
        {next && (
          <>
            <Ticks units={next.seats} />
            <p className="small">{seatsWords(next.seats)}</p>
          </>
        )}
      </div>
      <div className="home-tr-f">
        <Price cents={priceCents} />
        <ButtonLink to={registerPath({ course: slug })} size="sm" aria-label={`Enroll Now: ${name}`}>
          Enroll Now
        </ButtonLink>
      </div>
    </article>
  )
}
