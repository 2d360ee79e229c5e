import { JsonLd } from '#app/http/json-ld.tsx'
import type { Question, QuestionGroup } from '../data/faq.ts'
import { Sources } from '../../claims/components/sources.tsx'
import { supportCalls } from '../words.ts'
import { type Cited, interpolateClaims } from '../rules.ts'
import { ClosingSection } from './closing-section.tsx'
import { CtaButtons } from './cta-buttons.tsx'
import { PageHeader } from './page-header.tsx'
import { Questions } from './questions.tsx'
import { Sentences } from './sentences.tsx'

const page = { title: 'FAQ', path: '/faq' }

type Props = {
  publicUrl: string
  title: string
  lead: string
  groups: readonly QuestionGroup[]
  cited: Cited
}

/** The questions in their groups, with the dates of what they cite. */
export function FaqPage({ publicUrl, title, lead, groups, cited }: Props) {
  return (
    <>
      <JsonLd data={questionPage(groups, cited)} />
      <PageHeader page={page} publicUrl={publicUrl} title={title} lead={lead}>
        <nav className="mt-6 flex flex-wrap gap-x-7 gap-y-3" aria-label="Groups of questions">
          {groups.map(({ id, title: group }) => (
            <a key={id} className="link py-3" href={`#${id}`}>
              {group}
            </a>
          ))}
        </nav>
      </PageHeader>
      {groups.map(({ id, title: group, lead: about, questions }, index) => (
        <section key={id} id={id} className="section" aria-labelledby={`${id}-title`}>
          <div className="wrap grid gap-6 lg:grid-cols-[4fr_8fr]">
            <div className="self-start">
              <h2 className="h2" id={`${id}-title`}>
                {group}
              </h2>
              <p className="mt-3 max-w-[36ch] text-muted">{about}</p>
            </div>
            <Questions
              name="question"
              startIndex={groups.slice(0, index).reduce((sum, each) => sum + each.questions.length, 0)}
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
      <Sources claims={Object.values(cited)} />
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
