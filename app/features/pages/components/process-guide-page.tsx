import Download from 'lucide-react/icons/download'
import { ButtonLink } from '#app/ui/button.tsx'
import { CtaButtons } from './cta-buttons.tsx'
import { PageHeader } from './page-header.tsx'
import { ProcessDrawing, SuppressorDrawing } from './process-drawing.tsx'
import { Sources } from '../../claims/components/sources.tsx'
import { Sentences } from './sentences.tsx'
import { guidePath } from '../rules.ts'
import type { ProcessGuideView } from '../routes/page-texts.server.ts'

const page = { title: 'Process Guide', path: '/process-guide' }
const task = 'grid grid-cols-[56px_1fr] py-3'
const taskOf = 'font-display text-sm leading-6 font-medium tracking-wider text-ink'

/** The five steps with their drawings. */
export function ProcessGuidePage({ publicUrl, guide, cited, drawings }: ProcessGuideView) {
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title={guide.title}
        lead={guide.lead}
        calls={
          <>
            <div className="btns">
              <ButtonLink to={guidePath} variant="primary">
                <Download aria-hidden />
                Download Process Guide
              </ButtonLink>
            </div>
            <CtaButtons
              calls={[
                { label: 'Start Your Build', to: '/build' },
                { label: 'Learn about SBRs', to: '/learn' },
              ]}
            />
          </>
        }
      />
      <ol>
        {guide.steps.map(({ id, title, text, you, we }, index) => (
          <li
            key={id}
            id={id}
            className="process-step scroll-mt-nav border-t border-hairline"
            aria-labelledby={`${id}-title`}
          >
            <div className="wrap relative grid items-center gap-x-12 gap-y-6 py-section lg:grid-cols-[72px_minmax(0,5fr)_minmax(0,6fr)]">
              <p
                className="process-number relative self-stretch font-display text-title leading-none font-hairline text-accent"
                aria-hidden
              >
                {index + 1}
              </p>
              <div className="grid gap-4 text-muted [&>p]:max-w-text [&>p]:text-pretty">
                <h2 className="h2 text-ink" id={`${id}-title`}>
                  {title}
                </h2>
                <Sentences of={text} cited={cited} />
                <dl className="mt-3 divide-y divide-hairline border-y border-hairline">
                  <div className={task}>
                    <dt className={taskOf}>You</dt>
                    <dd>{you}</dd>
                  </div>
                  <div className={task}>
                    <dt className={taskOf}>We</dt>
                    <dd>{we}</dd>
                  </div>
                </dl>
              </div>
              <ProcessDrawing step={id} drawings={drawings} />
            </div>
          </li>
        ))}
      </ol>
      <section className="section" aria-labelledby="bonus">
        <div className="wrap grid items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <SuppressorDrawing />
          <div className="grid gap-4 text-muted [&>p]:max-w-text [&>p]:text-pretty">
            <h2 className="h2 text-ink" id="bonus">
              {guide.bonus.title}
            </h2>
            <Sentences of={guide.bonus.text} cited={cited} />
            <ul className="list-disc pl-5">
              {guide.bonus.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <CtaButtons
              calls={[
                { label: 'Start Your Build', to: '/build' },
                { label: 'Learn About Form 4', to: '/learn#form-4' },
              ]}
            />
          </div>
        </div>
      </section>
      <Sources claims={Object.values(cited)} />
    </>
  )
}
