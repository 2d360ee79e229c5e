import { Draft } from '#app/art/draft.tsx'
import { Sources } from '../../claims/components/sources.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import type { AboutView } from '../routes/page-texts.server.ts'
import { CtaButtons } from './cta-buttons.tsx'
import { PageHeader } from './page-header.tsx'
import { Sentences } from './sentences.tsx'

const page = { title: 'About', path: '/about' }

/** About the shop: its mission, its principles, and what a drop is. */
export function AboutPage(words: AboutView) {
  const { publicUrl, cited, photos, drawings, wordmark, principles } = words
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title={words.title}
        lead={words.lead}
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
              {words.principlesTitle}
            </h2>
          </div>
          <div className="grid divide-y divide-hairline border-y border-hairline">
            {principles.map(({ id, title, drawing, text }) => (
              <article
                className="grid items-center gap-x-12 gap-y-4 py-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,5fr)] lg:py-12"
                key={id}
                id={id}
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
            {words.storyTitle}
          </h2>
          <div>
            <div className="prose">
              {words.story.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
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
      <Sources claims={Object.values(cited)} />
    </>
  )
}
