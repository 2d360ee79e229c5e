import { Draft } from '#app/art/draft.tsx'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../wordmark-plate.css'
import '../drafts.css'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { findPhotos } from '../../photos/store.server.ts'
import { CtaButtons } from '../components/cta-buttons.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Sentences } from '../components/sentences.tsx'
import { principles } from '../data/about.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/about'
import { drawPrinciples, drawWordmark } from './page-sketches.server.ts'

const page = { title: 'About', path: '/about' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const cited = await findCited(
    shop,
    principles.flatMap(({ text }) => text),
  )
  const { publicUrl } = shop
  const photos = await findPhotos(shop, 'page', 'about')
  return { publicUrl, cited, photos, drawings: drawPrinciples(cited), wordmark: drawWordmark() }
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
      'PACo is a licensed firearm manufacturer and dealer in Miami, Florida. Short runs, one number on each, and three principles: precision, compliance, education.',
  })
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { publicUrl, cited, photos, drawings, wordmark } = loaderData
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title="About PACo"
        lead="Our mission is to build rifles that are made once, numbered once and understood by the people who own them: engraved in Miami under federal license, transferred by the book, and explained in plain English."
        calls={<CtaButtons calls={[{ label: 'Start Your Build', to: '/build' }]} isPrimary />}
      >
        <figure className="mt-12 lg:mt-16">
          <Draft markup={wordmark.markup} />
          <figcaption className="mt-4 max-w-text text-sm text-faint">
            Our alphabet has no outlines. Every letter is the path of one tool; the wordmark takes{' '}
            {wordmark.strokes} strokes, and the same strokes are cut, printed, stitched and set on this page.
          </figcaption>
        </figure>
      </PageHeader>
      <section className="section" aria-labelledby="principles">
        <div className="wrap">
          <div className="section-head">
            <h2 className="h2" id="principles">
              Three principles
            </h2>
          </div>
          <div className="grid divide-y divide-hairline border-y border-hairline">
            {principles.map(({ title, drawing, text }) => (
              <article
                className="grid items-center gap-x-12 gap-y-4 py-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,5fr)] lg:py-12"
                key={title}
              >
                <Draft markup={drawings[drawing]} />
                <h3 className="h2">{title}</h3>
                <div className="grid gap-3 text-muted">
                  <Sentences of={text} cited={cited} />
                </div>
              </article>
            ))}
          </div>
        </div>
      </section>
      <PhotoSection set={photos} title="The shop" withCover />
      <section className="section" aria-labelledby="one-line">
        <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-2">
          <h2 className="h1" id="one-line">
            One line per unit.
          </h2>
          <div>
            <div className="prose">
              <p>
                Every manufacturer has to engrave its receivers. Most hide the mark. We made it the whole
                idea: a drop is a drawing, and the drawing has exactly as many lines as there are rifles.
              </p>
              <p>
                Your line is lit while it’s open, dashed while it’s on hold, and yours once you reserve it.
                When the last one is taken, the drawing is complete and goes into the vault with its numbers.
              </p>
            </div>
            <div className="mt-8">
              <CtaButtons
                calls={[
                  { label: 'See the Current Drop', to: '/drops' },
                  { label: 'How a Build Works', to: '/process-guide' },
                ]}
              />
            </div>
          </div>
        </div>
      </section>
    </>
  )
}
