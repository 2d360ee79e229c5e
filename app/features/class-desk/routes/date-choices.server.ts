import { countOf } from '#app/kit/count.ts'
import type { Db } from '#app/db/db.server.ts'
import { licensesOn } from '#app/features/courses/rules/certificate.ts'
import { listEditedCourses } from '#app/features/courses/store/edit-course.server.ts'
import { listInstructors, listPlaces, placeWords } from '#app/features/courses/store/teaching.server.ts'

/** The choices of a date's form. `placeNow` is what the class says now, or the shop's own address for a new one. */
export async function dateChoices(db: Db, today: string, placeNow: string) {
  const [courses, places, instructors] = await Promise.all([
    listEditedCourses(db),
    listPlaces(db),
    listInstructors(db),
  ])
  return {
    courses: courses
      .filter(({ retiredAt }) => !retiredAt)
      .map(({ slug, name, hours }): [string, string] => [slug, `${name}, ${countOf(hours, 'hour')}`]),
    places: [
      ['', placeNow] as [string, string],
      ...places
        .filter(({ retiredAt }) => !retiredAt)
        .map((each): [string, string] => [each.id, placeWords(each)]),
    ],
    instructors: [
      ['', 'Not named yet'] as [string, string],
      ...instructors
        .filter(({ retiredAt }) => !retiredAt)
        .map(({ id, name, licenses }): [string, string] => [
          id,
          licensesOn(licenses, today).length > 0 ? name : `${name} (no license in date)`,
        ]),
    ],
  }
}
