import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../drafts.css'
import '../questions.css'
import { CtaButtons } from '../components/cta-buttons.tsx'
import { LengthChart } from '../components/length-chart.tsx'
import { ClosingSection } from '../components/closing-section.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Questions } from '../components/questions.tsx'
import { Sentences } from '../components/sentences.tsx'
import { VideoPlate } from '../components/video-plate.tsx'
import { credentials, definition, topics } from '../data/learn.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/learn'
import { measuredRifles } from './page-drawings.server.ts'

const page = { title: 'Learn', path: '/learn' }

/** The topics come with the loader data, so that the bundle does not contain them a second time. */
export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const cited = await findCited(shop, [...definition, ...topics.flatMap(({ text }) => text)])
  return { publicUrl: shop.publicUrl, cited, rifles: measuredRifles(), topics }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    title: 'What is a short-barreled rifle?',
    publicUrl: loaderData.publicUrl,
    picture: sharePath('learn'),
    description:
      'Barrel under 16 inches or overall length under 26 inches: the two lengths drawn to scale, with Form 4, Form 1, trusts and waiting times explained.',
  })
}

export default function Learn({ loaderData }: Route.ComponentProps) {
  const { publicUrl, cited, rifles } = loaderData
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        className="[&_h1]:max-w-[20ch]"
        title={
          <>
            What is a <span className="min-[360px]:whitespace-nowrap">short-barreled</span> rifle?
          </>
        }
        lead="A rifle with a barrel under 16 inches or an overall length under 26 inches. Two measurements, and everything else on this page follows from them."
        calls={<CtaButtons calls={[{ label: 'Explore SBRs', to: '/products/sbr' }]} isPrimary />}
      >
        <LengthChart rifles={rifles} />
        <div className="mt-6 grid max-w-text gap-2 text-muted">
          <Sentences of={definition} cited={cited} />
          <p className="text-sm text-faint">Illustrations of outer dimensions, all at one scale.</p>
        </div>
      </PageHeader>

      <section className="section" aria-labelledby="topics">
        <div className="wrap grid gap-6 lg:grid-cols-[4fr_8fr]">
          <div className="self-start">
            <h2 className="h2" id="topics">
              The paperwork, explained
            </h2>
            <p className="mt-3 max-w-[36ch] text-muted">
              Four things people ask about before they ask about anything else.
            </p>
          </div>
          <Questions
            name="topic"
            items={loaderData.topics.map(({ id, title, text }) => ({
              id,
              title,
              content: <Sentences of={text} cited={cited} />,
            }))}
          />
        </div>
      </section>

      <section className="section" aria-labelledby="video">
        <div className="wrap grid items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <VideoPlate />
          <div>
            <h2 className="h2" id="video">
              Educational Video Coming Soon
            </h2>
            <p className="lead my-4">
              We’re filming the whole story, from our shop to your dealer. Until it’s ready, the drawings
              above and the guide below cover everything.
            </p>
            <CtaButtons
              calls={[
                { label: 'Process Guide', to: '/process-guide' },
                { label: 'FAQ', to: '/faq' },
              ]}
            />
          </div>
        </div>
      </section>

      <section className="section" aria-labelledby="credentials">
        <div className="wrap">
          <div className="section-head">
            <h2 className="h2" id="credentials">
              Our credentials
            </h2>
          </div>
          <dl className="grid border-y border-hairline max-lg:divide-y max-lg:divide-hairline lg:grid-cols-4">
            {credentials.map(({ title, text }) => (
              <div
                className="border-hairline py-5 lg:px-6 lg:py-7 lg:first:pl-0 lg:not-first:border-l"
                key={title}
              >
                <dt className="font-display text-lg leading-snug text-balance">{title}</dt>
                <dd className="mt-2 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <ClosingSection
        id="kit"
        title="Free trust kit with every NFA firearm"
        lead="Reserve one of our NFA firearms and the trust kit comes with it: an editable template, an engraving guide, a walkthrough of Form 4 and a checklist. It is not legal advice."
      >
        <CtaButtons
          calls={[
            { label: 'Trust Pack', to: '/trust' },
            { label: 'Start Your Build', to: '/build' },
            { label: 'Contact Us', to: '/contact' },
            { label: 'See the Current Drop', to: '/drops' },
          ]}
        />
      </ClosingSection>
    </>
  )
}
