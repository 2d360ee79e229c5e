import { CtaButtons } from './cta-buttons.tsx'
import { LengthChart } from './length-chart.tsx'
import { Sources } from '../../claims/components/sources.tsx'
import { ClosingSection } from './closing-section.tsx'
import { PageHeader } from './page-header.tsx'
import { Questions } from './questions.tsx'
import { Sentences } from './sentences.tsx'
import type { LearnView } from '../routes/page-texts.server.ts'

const page = { title: 'Learn', path: '/learn' }

/** What a short-barreled rifle is, and the paperwork. */
export function LearnPage(words: LearnView) {
  const { publicUrl, cited, rifles } = words
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        className="[&_h1]:max-w-[20ch]"
        title={<Unbroken words={words.title} />}
        lead={words.lead}
        calls={<CtaButtons calls={[{ label: 'Explore SBRs', to: '/products/sbr' }]} isPrimary />}
      >
        <LengthChart rifles={rifles} />
        <div className="mt-6 grid max-w-text gap-2 text-muted">
          <Sentences of={words.definition} cited={cited} />
          <p className="text-sm text-faint">Illustrations of outer dimensions, all at one scale.</p>
        </div>
      </PageHeader>

      <section className="section" aria-labelledby="topics">
        <div className="wrap grid gap-6 lg:grid-cols-[4fr_8fr]">
          <div className="self-start">
            <h2 className="h2" id="topics">
              {words.topicsTitle}
            </h2>
            <p className="mt-3 max-w-[36ch] text-muted">{words.topicsLead}</p>
          </div>
          <Questions
            name="topic"
            items={words.topics.map(({ id, title, text }) => ({
              id,
              title,
              content: <Sentences of={text} cited={cited} />,
            }))}
          />
        </div>
      </section>

      <section className="section" aria-labelledby="video">
        <div className="wrap">
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
              {words.credentialsTitle}
            </h2>
          </div>
          <dl className="grid border-y border-hairline max-lg:divide-y max-lg:divide-hairline lg:grid-cols-4">
            {words.credentials.map(({ title, text }) => (
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
        lead="Reserve one of our NFA firearms and the trust kit comes with it once your transfer form is filed: an editable template, an engraving guide, a walkthrough of Form 4 and a checklist. It is not legal advice."
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
      <Sources claims={Object.values(cited)} />
    </>
  )
}

/** A title whose hyphenated words stay on one line where there is room for them. */
function Unbroken({ words }: { words: string }) {
  return words.split(/(\S+-\S+)/).map((each, at) =>
    at % 2 === 1 ? (
      <span key={each} className="inline-block max-w-full">
        {each}
      </span>
    ) : (
      each
    ),
  )
}
