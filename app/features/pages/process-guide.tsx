import Download from 'lucide-react/icons/download'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Sources } from '#app/features/claims/sources.tsx'
import { Markdown } from '../texts/markdown.tsx'
import { rowsOf, tableOf } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import { CtaButtons, PageHeader } from './components/page-header.tsx'
import { FormsSketch, PageDrawing, ReviewScale } from './components/drawings.tsx'
import { guidePath, type PageArt } from './rules.ts'
import type { Route } from './+types/process-guide'

const page = { title: 'Process Guide', path: '/process-guide' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export const loader = ({ context }: Route.LoaderArgs) => showGuide(context.get(shopContext))

export async function showGuide(shop: Shop, written?: string) {
  const { text, cited } = await showText(shop, 'process-guide', written)
  return { publicUrl: shop.publicUrl, text, cited }
}

export const meta = pageMeta(({ text }: Awaited<ReturnType<typeof showGuide>>) => ({
  ...page,
  picture: sharePath('process'),
  description: text.description,
}))

const pictures: Record<string, { art: PageArt; alt: string }> = {
  design: { art: 'process-design', alt: 'The rifle in phantom line, two parts chosen and inked' },
  register: { art: 'process-register', alt: 'The whole rifle in ink, its receiver engraved' },
  delivery: {
    art: 'process-case',
    alt: 'The open case: rifle, certificate, patch and drop card, number 17 of 50',
  },
  // In phantom line, because it is not part of the rifle.
  bonus: { art: 'process-suppressor', alt: 'The end of the barrel, a suppressor in phantom line before it' },
}

const task = 'grid grid-cols-[56px_1fr] py-3'
const taskOf = 'font-display text-sm leading-relaxed font-medium tracking-wider text-ink'
const words = 'grid gap-4 text-muted [&>p]:max-w-text [&>p]:text-pretty [&>ul]:list-disc [&>ul]:pl-5'

export default function ProcessGuide({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { publicUrl, text, cited } = loaderData
  const bonus = text.parts.find(({ id }) => id === 'bonus')
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title={text.title}
        lead={text.lead}
        parts={text.parts}
        calls={
          <>
            <div className="btns">
              <ButtonLink href={guidePath} variant="primary">
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
        {text.parts
          .filter((part) => part !== bonus)
          .map(({ id, title, blocks }, index) => {
            const tasks = tableOf(blocks)
            const picture = pictures[id]
            return (
              <li
                key={id}
                id={id}
                className="group/step scroll-mt-nav border-t border-hairline"
                aria-labelledby={`${id}-title`}
              >
                <div className="wrap relative grid items-center gap-x-12 gap-y-6 py-section lg:grid-cols-[72px_minmax(0,5fr)_minmax(0,6fr)]">
                  <p className={number} aria-hidden>
                    {index + 1}
                  </p>
                  <div className={words}>
                    <h2 className="h2 text-ink" id={`${id}-title`}>
                      {title}
                    </h2>
                    <Markdown blocks={blocks.filter((block) => block !== tasks)} />
                    <dl className="mt-3 divide-y divide-hairline border-y border-hairline">
                      {tasks?.header.map(({ text: who }, at) => (
                        <div key={who} className={task}>
                          <dt className={taskOf}>{who}</dt>
                          <dd>{rowsOf(tasks)[0]?.[at]}</dd>
                        </div>
                      ))}
                    </dl>
                  </div>
                  {picture ? (
                    <PageDrawing {...picture} isEager={index === 0} />
                  ) : (
                    <Sketch id={id} figure={cited['review.form4']?.figure} />
                  )}
                </div>
              </li>
            )
          })}
      </ol>
      {bonus && (
        <section className="section" aria-labelledby="bonus">
          <div className="wrap grid items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
            {pictures.bonus && <PageDrawing {...pictures.bonus} />}
            <div className={words}>
              <h2 className="h2 text-ink" id="bonus">
                {bonus.title}
              </h2>
              <Markdown blocks={bonus.blocks} />
              <CtaButtons
                calls={[
                  { label: 'Start Your Build', to: '/build' },
                  { label: 'Learn About Form 4', to: '/learn#form-4' },
                ]}
              />
            </div>
          </div>
        </section>
      )}
      <Sources claims={Object.values(cited)} />
    </>
  )
}

const number =
  'relative self-stretch font-display text-h1 leading-none font-hairline text-accent lg:after:absolute lg:after:top-[1.3em] lg:after:-bottom-section lg:after:left-[3px] lg:after:border-l-2 lg:after:border-accent lg:group-last/step:after:hidden lg:before:absolute lg:before:bottom-full lg:before:left-[3px] lg:before:mb-3 lg:before:h-[calc(var(--spacing-section)-12px)] lg:before:border-l-2 lg:before:border-accent lg:group-first/step:before:hidden'

function Sketch({ id, figure }: { id: string; figure: string | undefined }) {
  if (id === 'form-4') return <FormsSketch />
  return id === 'review' ? <ReviewScale figure={figure} /> : null
}
