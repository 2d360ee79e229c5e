import Check from 'lucide-react/icons/check'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../drafts.css'
import { registeredCourse } from '../../courses/rules.ts'
import { listCourses } from '../../courses/store.server.ts'
import { bookingSummary } from '../../courses/words.ts'
import { CtaButtons } from '../components/cta-buttons.tsx'
import { ClosingSection } from '../components/closing-section.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ServiceDrawing } from '../components/service-drawing.tsx'
import { serviceCalls, services } from '../data/services.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/services'
import { drawServices } from './page-sketches.server.ts'

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
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title="Services"
        lead="Gunsmithing, training and paperwork. Everything we do for our own rifles, we do for yours."
        calls={<CtaButtons calls={serviceCalls.hero} isPrimary />}
        aside={
          <nav aria-label="Services">
            <ol>
              {services.map(({ id, title }) => (
                <li key={id}>
                  <a
                    className="block border-t border-hairline py-2 font-display text-muted hover:border-accent hover:text-ink"
                    href={`#${id}`}
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        }
      />
      <div className="wrap grid gap-6 pb-section">
        {services.map(({ id, drawing, title, description, features, call }) => (
          <article
            key={id}
            id={id}
            className="grid scroll-mt-24 rounded-plate border border-hairline bg-sheet transition-colors duration-normal target:border-accent lg:grid-cols-3"
            aria-labelledby={`${id}-title`}
          >
            <div className="grid place-items-center rounded-t-plate border-hairline bg-page px-5 py-6 *:max-w-[320px] max-lg:border-b lg:rounded-l-plate lg:rounded-tr-none lg:border-r lg:p-7">
              <ServiceDrawing drawing={drawing} drawn={drawings[drawing]} />
            </div>
            <div className="px-5 pt-6 lg:py-8 lg:pr-4 lg:pl-8">
              <h2 className="h3 text-2xl font-book" id={`${id}-title`}>
                {title}
              </h2>
              <p className="mt-3 text-pretty text-muted">{description}</p>
            </div>
            <div className="grid content-between gap-6 px-5 pt-4 pb-6 lg:py-8 lg:pr-8 lg:pl-5 max-lg:[&_.btn]:w-full">
              <ul>
                {(features === 'of the course' ? courseFeatures : features).map((feature) => (
                  <li className="flex gap-3 py-1.5 text-muted" key={feature}>
                    <Check className="mt-1 size-4 text-accent" aria-hidden />
                    {feature}
                  </li>
                ))}
              </ul>
              <CtaButtons calls={[call]} />
            </div>
          </article>
        ))}
      </div>
      <ClosingSection
        id="closing"
        title="Not sure which one you need?"
        lead="Tell us about your rifle and what you want to do. Common questions are answered in our FAQ."
      >
        <CtaButtons calls={serviceCalls.closing} />
      </ClosingSection>
    </>
  )
}
