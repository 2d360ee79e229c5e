import Download from 'lucide-react/icons/download'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import '../process.css'
import '../drafts.css'
import { Calls } from '../components/calls.tsx'
import { PageTop } from '../components/page-top.tsx'
import { ProcessDrawing, SuppressorDrawing } from '../components/process-drawing.tsx'
import { Sentences } from '../components/sentences.tsx'
import { processSteps, suppressorReady } from '../data/process.ts'
import { guidePath } from '../rules.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/process-guide'
import { drawProcess } from './page-drafts.server.ts'

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

export default function ProcessGuide({ loaderData: { publicUrl, cited, drawings } }: Route.ComponentProps) {
  return (
    <>
      <PageTop
        page={page}
        publicUrl={publicUrl}
        title="Process Guide"
        lead="From a line on the drawing to your hands, in five steps. You do something in three of them; in the other two you wait, and we tell you what moves."
        calls={
          <>
            <div className="btns">
              <ButtonLink to={guidePath} reloadDocument variant="primary">
                <Download aria-hidden />
                Download Process Guide
              </ButtonLink>
            </div>
            <Calls
              calls={[
                { label: 'Start Your Build', to: '/build' },
                { label: 'Learn about SBRs', to: '/learn' },
              ]}
            />
          </>
        }
      />
      <ol className="proc">
        {processSteps.map(({ id, title, text, you, we }, at) => (
          <li key={id} id={id} className="proc-s" aria-labelledby={`${id}-title`}>
            <div className="wrap">
              <p className="proc-n" aria-hidden>
                {at + 1}
              </p>
              <div className="proc-tx">
                <h2 className="h2" id={`${id}-title`}>
                  {title}
                </h2>
                <Sentences of={text} cited={cited} />
                <dl className="proc-who">
                  <div>
                    <dt>You</dt>
                    <dd>{you}</dd>
                  </div>
                  <div>
                    <dt>We</dt>
                    <dd>{we}</dd>
                  </div>
                </dl>
              </div>
              <div className="proc-d">
                <ProcessDrawing step={id} drawings={drawings} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <section className="sec proc-bonus" aria-labelledby="bonus">
        <div className="wrap">
          <div className="proc-bonus-d">
            <SuppressorDrawing />
          </div>
          <div className="proc-tx">
            <h2 className="h2" id="bonus">
              {suppressorReady.title}
            </h2>
            <Sentences of={suppressorReady.text} cited={cited} />
            <ul>
              {suppressorReady.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <Calls
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
