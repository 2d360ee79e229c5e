import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { Draft } from '#app/art/draft.tsx'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList, pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Section } from '#app/ui/section.tsx'
import { listCourses, listInstructorRoles } from '../store.server.ts'
import '../instructors.css'
import type { Route } from './+types/instructors'
import { drawRole } from './role-drawing.server.ts'

const crumbs = [
  { name: 'CCW Training', path: '/ccw-training' },
  { name: 'Instructors', path: '/ccw-training/instructors' },
]

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(shopContext)
  const [roles, courses] = await Promise.all([listInstructorRoles(db), listCourses(db)])
  const plates = Object.fromEntries(roles.map(({ slug, role }) => [slug, drawRole(role)]))
  return { roles, plates, courses: courses.map(({ slug, name }) => ({ slug, name })), publicUrl }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    title: 'Instructors',
    description:
      'Who teaches pistol and concealed-carry courses here: every post with the certificates and hours it demands, and the courses it teaches.',
    path: '/ccw-training/instructors',
    publicUrl: loaderData.publicUrl,
    picture: sharePath('courses'),
  })
}

export default function Instructors({ loaderData }: Route.ComponentProps) {
  const { roles, plates, courses, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, crumbs)} />
      <header className="ins-top">
        <div className="wrap">
          <h1 className="h1">Instructors</h1>
          <p className="lead">
            A class is as good as what its posts demand. Here is each post, what whoever holds it has to have,
            and what it teaches. Ask who holds it on your date.
          </p>
        </div>
      </header>
      <div className="wrap ins">
        {roles.map((role) => (
          <article key={role.slug} aria-labelledby={role.slug}>
            <Draft markup={plates[role.slug] ?? ''} />
            <div>
              <h2 className="h3" id={role.slug}>
                {role.role}
              </h2>
              <p>{role.summary}</p>
            </div>
            <ul>
              {role.requirements.map((requirement) => (
                <li key={requirement}>
                  <Check aria-hidden />
                  {requirement}
                </li>
              ))}
            </ul>
          </article>
        ))}
      </div>
      <Section title="Who is in which class">
        <div className="tbl-w" tabIndex={0} role="region" aria-label="Who is in which class">
          <table className="tbl ins-t">
            <thead>
              <tr>
                <th scope="col">Post</th>
                {courses.map(({ slug, name }) => (
                  <th key={slug} scope="col">
                    <Link to={`/ccw-training#${slug}`}>{name}</Link>
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
                        <i className={isOn ? 'on' : 'off'} aria-hidden />
                        <span className="ins-c">{course.name}</span>
                        <span className="vh">{isOn ? 'yes' : 'no'}</span>
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
