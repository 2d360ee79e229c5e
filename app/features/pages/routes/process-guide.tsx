import Download from 'lucide-react/icons/download'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import '../process.css'
import '../drafts.css'
import { CtaButtons } from '../components/cta-buttons.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ProcessDrawing, SuppressorDrawing } from '../components/process-drawing.tsx'
import { Sentences } from '../components/sentences.tsx'
import { processSteps, suppressorReady } from '../data/process.ts'
import { guidePath } from '../rules.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/process-guide'
import { drawProcess } from './page-sketches.server.ts'

const page = { title: 'Process Guide', path: '/process-guide' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const cited = await findCited(shop, [...processSteps.flatMap(({ text }) => text), ...suppressorReady.text])
  return { publicUrl: shop.publicUrl, cited, drawings: drawProcess(cited['review.form4']?.figure) }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('process'),
    description:
      'From the drawing to your dealer’s counter in five steps: design, registration under our manufacturer license, Form 4, ATF review, delivery.',
  })
}

const task = 'grid grid-cols-[56px_1fr] py-3'
const taskOf = 'font-display text-sm leading-6 font-medium tracking-wider text-ink'

export default function ProcessGuide({ loaderData: { publicUrl, cited, drawings } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title="Process Guide"
        lead="From drawing to delivery in five steps. Three of them need you; for the other two, we keep you posted while you wait."
        calls={
          <>
            <div className="btns">
              <ButtonLink to={guidePath} reloadDocument variant="primary">
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
        {processSteps.map(({ id, title, text, you, we }, index) => (
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
              {suppressorReady.title}
            </h2>
            <Sentences of={suppressorReady.text} cited={cited} />
            <ul className="list-disc pl-5">
              {suppressorReady.points.map((point) => (
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
    </>
  )
}
