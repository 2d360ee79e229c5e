import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { Draft } from '#app/art/draft.tsx'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Section } from '#app/ui/section.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { listCovers } from '#app/features/photos/store.server.ts'
import { listCourses, listInstructorRoles } from '../store.server.ts'
import { listInstructors } from '../store/teaching.server.ts'
import '../instructors.css'
import type { Route } from './+types/instructors'
import { drawRole } from './role-drawing.server.ts'

const crumbs = [
  { name: 'CCW Training', path: '/ccw-training' },
  { name: 'Instructors', path: '/ccw-training/instructors' },
]

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl } = shop
  const [people, roles, courses, photos] = await Promise.all([
    listInstructors(db),
    listInstructorRoles(db, now()),
    listCourses(db, now()),
    listCovers(shop, 'instructor'),
  ])
  const plates = Object.fromEntries(roles.map(({ slug, role }) => [slug, drawRole(role)]))
  return {
    people: people
      .filter(({ retiredAt }) => retiredAt === null)
      .map(({ name, licenses }) => ({ name, licenses: [...new Set(licenses.map((each) => each.name))] })),
    roles,
    plates,
    photos,
    courses: courses.map(({ slug, name }) => ({ slug, name })),
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
  const { people, roles, plates, photos, courses, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, crumbs)} />
      <header className="pt-section pb-12">
        <div className="wrap">
          <h1 className="h1 text-title font-hairline">Instructors</h1>
          <p className="lead mt-5">
            Every class is led by certified people. Here they are, with the roles in a class, what each one
            requires, and what it teaches.
          </p>
        </div>
      </header>
      <ul className="wrap grid grid-cols-3 gap-x-12 gap-y-6 pb-12 max-lg:grid-cols-1">
        {people.map(({ name, licenses }) => (
          <li key={name}>
            <p className="h3">{name}</p>
            <p className="mt-1 text-muted">{licenses.join(', ')}</p>
          </li>
        ))}
      </ul>
      <div className="wrap pb-section">
        {roles.map((role) => (
          <article
            key={role.slug}
            aria-labelledby={role.slug}
            className="grid grid-cols-3 items-start gap-x-12 gap-y-6 border-t border-hairline py-10 last:border-b max-lg:grid-cols-1"
          >
            <RolePicture photo={photos[role.slug]} plate={plates[role.slug] ?? ''} />
            <div>
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
          </article>
        ))}
      </div>
      <Section title="Who teaches which class">
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Table of classes and roles">
          <table className="data-table instructors">
            <thead>
              <tr>
                <th scope="col">Role</th>
                {courses.map(({ slug, name }) => (
                  <th key={slug} scope="col">
                    <Link className="link" to={`/ccw-training#${slug}`}>
                      {name}
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {roles.map(({ slug, role, teaches }) => (
                <tr key={slug}>
                  <th scope="row">{role}</th>
                  {courses.map((course) => {
                    const isOn = teaches.some((taught) => taught.slug === course.slug)
                    return (
                      <td key={course.slug}>
                        <i
                          className={
                            isOn
                              ? 'block h-4 w-6 border-l-2 border-accent'
                              : 'block w-6 border-t border-faint opacity-50'
                          }
                          aria-hidden
                        />
                        <span className={isOn ? 'lg:hidden' : 'text-faint lg:hidden'}>{course.name}</span>
                        <span className="sr-only">{isOn ? 'yes' : 'no'}</span>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </>
  )
}

/** The photograph of who fills a role, or else its drawing. */
function RolePicture({ photo, plate }: { photo: ShownPhoto | undefined; plate: string }) {
  if (!photo) return <Draft markup={plate} />
  return <Photo photo={photo} sizes="(width >= 900px) 33vw, 100vw" className="aspect-[3/2] rounded-plate" />
}
