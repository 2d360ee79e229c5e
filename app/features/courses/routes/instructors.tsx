import Check from 'lucide-react/icons/check'
import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import { listCovers } from '#app/features/photos/store.server.ts'
import { listTeachers } from '../store/roster.server.ts'
import type { Route } from './+types/instructors'

const crumbs = [
  { name: 'CCW Training', path: '/ccw-training' },
  { name: 'Instructors', path: '/ccw-training/instructors' },
]

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [people, photos] = await Promise.all([
    listTeachers(shop.db, shop.now()),
    listCovers(shop, 'instructor'),
  ])
  return { people, photos, publicUrl: shop.publicUrl }
}

export const headers = () => sharedPage

export const meta = pageMeta({
  title: 'Instructors',
  description:
    'Who teaches our pistol and concealed-carry courses: their certifications, and the classes they teach next.',
  path: '/ccw-training/instructors',
  picture: sharePath('courses'),
})

export default function Instructors({ loaderData }: Route.ComponentProps) {
  const { people, photos, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, crumbs)} />
      <header className="pt-section pb-12">
        <div className="wrap">
          <h1 className="h1">Instructors</h1>
          <p className="lead mt-5">
            Every class is led by certified people. A certificate of training names the one who taught you.
          </p>
        </div>
      </header>
      <div className="wrap pb-section">
        {people.map(({ id, name, licenses, courses }) => {
          const photo = photos[id]
          return (
            <article
              key={id}
              aria-labelledby={id}
              className="grid grid-cols-3 items-start gap-x-12 gap-y-6 border-t border-hairline py-10 last:border-b max-lg:grid-cols-1"
            >
              <div>
                {photo && (
                  <Photo
                    photo={photo}
                    sizes="(width >= 900px) 33vw, 100vw"
                    className="mb-6 aspect-[3/2] rounded-plate"
                  />
                )}
                <h2 className="h3" id={id}>
                  {name}
                </h2>
              </div>
              <ul>
                {licenses.map((license) => (
                  <li key={license} className="flex gap-3 py-1.5 text-muted">
                    <Check aria-hidden className="mt-1 size-4 flex-none text-accent" />
                    {license}
                  </li>
                ))}
              </ul>
              {courses.length > 0 && (
                <p className="text-muted">
                  Teaches{' '}
                  {courses.map((course, at) => (
                    <span key={course.slug}>
                      {at > 0 && ', '}
                      <a className="link" href={`/ccw-training#${course.slug}`}>
                        {course.name}
                      </a>
                    </span>
                  ))}
                </p>
              )}
            </article>
          )
        })}
      </div>
    </>
  )
}
