import Check from 'lucide-react/icons/check'
import type { ComponentType } from 'react'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { largestClass, registeredCourse } from '../courses/rules.ts'
import { listCourses, listSessions } from '../courses/store/sessions.server.ts'
import { bookingSummary } from '../courses/words.ts'
import { PhotoSection } from '../photos/components/photo-section.tsx'
import { Photo } from '../photos/components/photo.tsx'
import { findPhotos, listCovers } from '../photos/store.server.ts'
import { linksOf, pointsOf, sentencesOf } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import { ClosingSection } from './components/closing-section.tsx'
import { CtaButtons } from './components/cta-buttons.tsx'
import {
  CourseSketch,
  FormsSketch,
  LogbookSketch,
  PageDrawing,
  RulerSketch,
  YearSketch,
} from './components/drawings.tsx'
import { PageHeader } from './components/page-header.tsx'
import type { PageArt } from './rules.ts'
import { findCited } from './store.server.ts'
import type { Route } from './+types/services'

const page = { title: 'Services', path: '/services' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export const loader = ({ context }: Route.LoaderArgs) => showServices(context.get(shopContext))

export async function showServices(shop: Shop, written?: string) {
  const [{ text }, cited, courses, sessions, photos, covers] = await Promise.all([
    showText(shop, 'services', written),
    findCited(shop, ['{limit.barrel} {limit.overall}']),
    listCourses(shop.db),
    listSessions(shop.db, shop.now()),
    findPhotos(shop, 'page', 'services'),
    listCovers(shop, 'service'),
  ])
  const course = courses.find(({ slug }) => slug === registeredCourse)
  const booking = course ? bookingSummary(course, largestClass(sessions, course.slug)) : []
  return {
    publicUrl: shop.publicUrl,
    title: text.title,
    lead: text.lead,
    description: text.description,
    services: text.parts.map(({ id, title, blocks }) => {
      const points = pointsOf(blocks)
      return {
        id,
        title,
        description: sentencesOf(blocks.filter(({ type }) => type === 'paragraph')).join(' '),
        // The course has its own, with its price, unless somebody wrote others.
        features: points.length === 0 && id === 'basic-pistol' ? booking : points,
        calls: blocks.flatMap(linksOf),
        cover: covers[id],
      }
    }),
    limits: [cited['limit.barrel']?.figure, cited['limit.overall']?.figure],
    photos,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, description } = loaderData
  return pageHead({ ...page, publicUrl, picture: sharePath('home'), description })
}

export default function Services({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { publicUrl, title: heading, lead, services, limits, photos } = loaderData
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title={heading}
        lead={lead}
        calls={
          <CtaButtons
            calls={[
              { label: 'Contact Us', to: '/contact' },
              { label: 'Start a Build', to: '/build' },
            ]}
            isPrimary
          />
        }
        aside={
          <nav aria-label="Services">
            <ol>
              {services.map(({ id, title }) => (
                <li key={id}>
                  <a
                    className="block border-t border-hairline py-2 max-md:py-3 font-display text-muted hover:border-accent hover:text-ink"
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
        {services.map(({ id, title, description, features, calls, cover }) => (
          <article
            key={id}
            id={id}
            className="grid scroll-mt-24 rounded-plate border border-hairline bg-sheet transition-colors duration-normal target:border-accent lg:grid-cols-3"
            aria-labelledby={`${id}-title`}
          >
            {cover ? (
              <div className="overflow-hidden rounded-t-plate border-hairline max-lg:border-b lg:rounded-l-plate lg:rounded-tr-none lg:border-r">
                <Photo
                  photo={cover}
                  sizes="(width >= 900px) 33vw, 100vw"
                  className="aspect-[3/2] lg:h-full"
                />
              </div>
            ) : (
              <div className="grid place-items-center rounded-t-plate border-hairline bg-page px-5 py-6 *:max-w-[320px] max-lg:border-b lg:rounded-l-plate lg:rounded-tr-none lg:border-r lg:p-7">
                <ServiceDrawing id={id} limits={limits} />
              </div>
            )}
            <div className="px-5 pt-6 lg:py-8 lg:pr-4 lg:pl-8">
              <h2 className="h3 text-2xl font-book" id={`${id}-title`}>
                {title}
              </h2>
              <p className="mt-3 text-pretty text-muted">{description}</p>
            </div>
            <div className="grid content-between gap-6 px-5 pt-4 pb-6 lg:py-8 lg:pr-8 lg:pl-5 max-lg:[&_.btn]:w-full">
              <ul>
                {features.map((feature) => (
                  <li className="flex gap-3 py-1.5 text-muted" key={feature}>
                    <Check className="mt-1 size-4 text-accent" aria-hidden />
                    {feature}
                  </li>
                ))}
              </ul>
              <CtaButtons calls={calls} />
            </div>
          </article>
        ))}
      </div>
      <PhotoSection set={photos} title="In the shop" withCover />
      <ClosingSection
        id="closing"
        title="Not sure which one you need?"
        lead="Tell us about your rifle and what you want to do. Common questions are answered in our FAQ."
      >
        <CtaButtons
          calls={[
            { label: 'Contact Us', to: '/contact' },
            { label: 'View FAQ', to: '/faq' },
          ]}
        />
      </ClosingSection>
    </>
  )
}

type Limits = readonly (string | undefined)[]

const drawings: Record<string, PageArt | ComponentType<{ limits: Limits }>> = {
  'basic-pistol': () => <CourseSketch seats={12} from={9} to={17} />,
  gunsmithing: 'service-bench',
  'compliance-work': 'service-barrel',
  transfers: FormsSketch,
  education: ({ limits }) => <RulerSketch figures={limits} />,
  consulting: LogbookSketch,
  maintenance: YearSketch,
}

function ServiceDrawing({ id, limits }: { id: string; limits: Limits }) {
  const Drawing = drawings[id] ?? 'service-bench'
  return typeof Drawing === 'string' ? <PageDrawing art={Drawing} alt="" /> : <Drawing limits={limits} />
}
