import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import { listCovers } from '#app/features/photos/store.server.ts'
import { listInstructorRoles } from '../store/sessions.server.ts'
import { listInstructors } from '../store/roster.server.ts'
import type { Route } from './+types/instructors'

const crumbs = [
  { name: 'CCW Training', path: '/ccw-training' },
  { name: 'Instructors', path: '/ccw-training/instructors' },
]

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl } = shop
  const [people, roles, photos] = await Promise.all([
    listInstructors(db),
    listInstructorRoles(db, now()),
    listCovers(shop, 'instructor'),
  ])
  return {
    people: people
      .filter(({ retiredAt }) => retiredAt === null)
      .map(({ name, licenses }) => ({ name, licenses: [...new Set(licenses.map((each) => each.name))] })),
    roles,
    photos,
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    title: 'Instructors',
    description:
      'Who teaches our pistol and concealed-carry courses: the certifications and hours each role requires, and the courses it teaches.',
    path: '/ccw-training/instructors',
    publicUrl: loaderData.publicUrl,
    picture: sharePath('courses'),
  })
}

export default function Instructors({ loaderData }: Route.ComponentProps) {
  const { people, roles, photos, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, crumbs)} />
      <header className="pt-section pb-12">
        <div className="wrap">
          <h1 className="h1">Instructors</h1>
          <p className="lead mt-5">
            Every class is led by certified people. These are the roles in a class, what each one requires,
            and what it teaches.
          </p>
        </div>
      </header>
      {people.length > 0 && (
        <ul className="wrap grid grid-cols-3 gap-x-12 gap-y-6 pb-12 max-lg:grid-cols-1">
          {people.map(({ name, licenses }) => (
            <li key={name}>
              <p className="h3">{name}</p>
              <p className="mt-1 text-muted">{licenses.join(', ')}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="wrap pb-section">
        {roles.map((role) => {
          const photo = photos[role.slug]
          return (
            <article
              key={role.slug}
              aria-labelledby={role.slug}
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
                <h2 className="h3" id={role.slug}>
                  {role.role}
                </h2>
                <p className="mt-3 text-muted">{role.summary}</p>
              </div>
              <ul>
                {role.requirements.map((requirement) => (
                  <li key={requirement} className="flex gap-3 py-1.5 text-muted">
                    <Check aria-hidden className="mt-1 size-4 flex-none text-accent" />
                    {requirement}
                  </li>
                ))}
              </ul>
              <p className="text-muted">
                Teaches{' '}
                {role.teaches.map(({ slug, name }, at) => (
                  <span key={slug}>
                    {at > 0 && ', '}
                    <Link className="link" to={`/ccw-training#${slug}`}>
                      {name}
                    </Link>
                  </span>
                ))}
              </p>
            </article>
          )
        })}
      </div>
    </>
  )
}
