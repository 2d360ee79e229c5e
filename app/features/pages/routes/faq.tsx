import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../questions.css'
import { CtaButtons } from '../components/cta-buttons.tsx'
import { JsonLd } from '#app/http/json-ld.tsx'
import { ClosingSection } from '../components/closing-section.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Questions } from '../components/questions.tsx'
import { Sentences } from '../components/sentences.tsx'
import { type Question, type QuestionGroup, questionGroups, supportCalls } from '../data/faq.ts'
import { type Cited, interpolateClaims } from '../rules.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/faq'

const page = { title: 'FAQ', path: '/faq' }

/** The texts come with the loader data, so that the bundle does not contain them a second time. */
export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const cited = await findCited(
    shop,
    questionGroups.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
  )
  return { publicUrl: shop.publicUrl, cited, groups: questionGroups }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    title: 'Frequently asked questions',
    publicUrl: loaderData.publicUrl,
    picture: sharePath('learn'),
    description:
      'Is it legal? How long does approval take? What about travel, fingerprints and braces? Twelve questions about short-barreled rifles, with dated answers.',
  })
}

export default function Faq({ loaderData: { publicUrl, cited, groups } }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={questionPage(groups, cited)} />
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title="Frequently Asked Questions"
        lead="Twelve questions in three groups. Every answer about law or wait times shows the date we last checked it. None of it is legal advice."
      >
        <nav className="mt-6 flex flex-wrap gap-x-7 gap-y-3" aria-label="Groups of questions">
          {groups.map(({ id, title }) => (
            <a key={id} className="link py-2" href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </PageHeader>
      {groups.map(({ id, title, lead, questions }, index) => (
        <section key={id} id={id} className="section" aria-labelledby={`${id}-title`}>
          <div className="wrap grid gap-6 lg:grid-cols-[4fr_8fr]">
            <div className="self-start">
              <h2 className="h2" id={`${id}-title`}>
                {title}
              </h2>
              <p className="mt-3 max-w-[36ch] text-muted">{lead}</p>
            </div>
            <Questions
              name="question"
              startIndex={index * questions.length}
              items={questions.map((question) => ({
                id: question.id,
                title: question.question,
                content: <Answer question={question} cited={cited} />,
              }))}
            />
          </div>
        </section>
      ))}
      <ClosingSection id="more" title="Still have questions?" lead="Read our in-depth guides, or ask us.">
        <CtaButtons calls={supportCalls} />
      </ClosingSection>
    </>
  )
}

function Answer({ question: { answer, calls = [] }, cited }: { question: Question; cited: Cited }) {
  return (
    <>
      <Sentences of={answer} cited={cited} />
      <CtaButtons calls={calls} size="sm" />
    </>
  )
}

/** Structured data of the questions. */
function questionPage(groups: readonly QuestionGroup[], cited: Cited) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: interpolateClaims(answer, cited).join(' ') },
      })),
    ),
  }
}
