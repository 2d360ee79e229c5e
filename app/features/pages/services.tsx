import Check from 'lucide-react/icons/check'
import type { ComponentType } from 'react'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { largestClass, registeredCourse } from '../courses/rules.ts'
import { listCourses, listSessions } from '../courses/store/sessions.server.ts'
import { bookingSummary } from '../courses/words.ts'
import { PhotoSection, Photo } from '../photos/components/photo.tsx'
import { findPhotos, listCovers } from '../photos/store.server.ts'
import { linksOf, pointsOf, sentencesOf } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import { Section } from '#app/ui/section.tsx'
import { CtaButtons, PageHeader } from './components/page-header.tsx'
import { FormsSketch, LogbookSketch, PageDrawing, RulerSketch } from './components/drawings.tsx'
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

export const meta = pageMeta(({ description }: Awaited<ReturnType<typeof showServices>>) => ({
  ...page,
  picture: sharePath('home'),
  description,
}))

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
        parts={services}
      />
      <div className="section wrap">
        {services.map(({ id, title, description, features, calls, cover }) => (
          <article
            key={id}
            id={id}
            className="grid scroll-mt-24 items-start gap-x-16 gap-y-4 border-t border-hairline py-8 target:border-accent lg:grid-cols-3 lg:py-12"
            aria-labelledby={`${id}-title`}
          >
            <div className="grid gap-6">
              <h2 className="h3 text-2xl" id={`${id}-title`}>
                {title}
              </h2>
              {cover ? (
                <Photo photo={cover} sizes="(width >= 900px) 33vw, 100vw" className="aspect-[3/2]" />
              ) : (
                <ServiceDrawing id={id} limits={limits} />
              )}
            </div>
            <p className="text-pretty text-muted">{description}</p>
            <div className="grid gap-6 max-lg:[&_.btn]:w-full">
              <ul>
                {features.map((feature) => (
                  <li className="flex gap-3 py-1 text-muted" key={feature}>
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
      <Section
        kind="facts"
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
      </Section>
    </>
  )
}

type Limits = readonly (string | undefined)[]

const drawings: Record<string, PageArt | ComponentType<{ limits: Limits }>> = {
  gunsmithing: 'service-bench',
  'compliance-work': 'service-barrel',
  transfers: FormsSketch,
  education: ({ limits }) => <RulerSketch figures={limits} />,
  consulting: LogbookSketch,
}

/** A class and a plan for a year have no thing to be drawn. */
function ServiceDrawing({ id, limits }: { id: string; limits: Limits }) {
  const Drawing = drawings[id]
  if (!Drawing) return null
  return (
    <div className="max-w-[320px]">
      {typeof Drawing === 'string' ? <PageDrawing art={Drawing} alt="" /> : <Drawing limits={limits} />}
    </div>
  )
}
