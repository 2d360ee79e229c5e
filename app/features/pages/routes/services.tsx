import Check from 'lucide-react/icons/check'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../services.css'
import '../drafts.css'
import { registeredCourse } from '../../courses/rules.ts'
import { listCourses } from '../../courses/store.server.ts'
import { bookingSummary } from '../../courses/words.ts'
import { Calls } from '../components/calls.tsx'
import { LastWord } from '../components/last-word.tsx'
import { PageTop } from '../components/page-top.tsx'
import { ServiceDrawing } from '../components/service-drawing.tsx'
import { serviceCalls, services } from '../data/services.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/services'
import { drawServices } from './page-drafts.server.ts'

const page = { title: 'Services', path: '/services' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [cited, courses] = await Promise.all([
    findCited(shop, ['{limit.barrel} {limit.overall}']),
    listCourses(shop.db),
  ])
  const course = courses.find(({ slug }) => slug === registeredCourse)
  return {
    publicUrl: shop.publicUrl,
    drawings: drawServices(cited),
    courseFeatures: course ? bookingSummary(course) : [],
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('home'),
    description:
      'Courses, gunsmithing, barrel pin and weld, transfers and filing, consulting and maintenance plans from a licensed manufacturer in Miami, Florida.',
  })
}

export default function Services({
  loaderData: { publicUrl, drawings, courseFeatures },
}: Route.ComponentProps) {
  return (
    <>
      <PageTop
        page={page}
        publicUrl={publicUrl}
        className="pt-services"
        title="Services"
        lead="The bench, the classroom and the desk. Everything we do to our own rifles we do for yours, and the paper that goes with it."
        calls={<Calls calls={serviceCalls.hero} loud />}
      >
        <nav className="srv-n" aria-label="Services">
          <ol>
            {services.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </PageTop>
      <div className="wrap srv">
        {services.map(({ id, drawing, title, description, features, call }) => (
          <article key={id} id={id} className="srv-t" aria-labelledby={`${id}-title`}>
            <div className="srv-d">
              <ServiceDrawing drawing={drawing} drawn={drawings[drawing]} />
            </div>
            <div className="srv-x">
              <h2 className="h3" id={`${id}-title`}>
                {title}
              </h2>
              <p>{description}</p>
            </div>
            <div className="srv-f">
              <ul>
                {(features === 'of the course' ? courseFeatures : features).map((feature) => (
                  <li key={feature}>
                    <Check aria-hidden />
                    {feature}
                  </li>
                ))}
              </ul>
              <Calls calls={[call]} />
            </div>
          </article>
        ))}
      </div>
      <LastWord
        id="closing"
        title="Not sure which one you need?"
        lead="Describe the rifle and what you want of it. The common questions are answered already."
      >
        <Calls calls={serviceCalls.closing} />
      </LastWord>
    </>
  )
}
