import { data } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { formatDay } from '#app/kit/date-format.ts'
import '../archive.css'
import '../certificates.css'
import { AnswerPart } from '../components/answer-part.tsx'
import { Archive } from '../components/archive.tsx'
import { AskForms } from '../components/ask-forms.tsx'
import { HowItHolds } from '../components/how-it-holds.tsx'
import { Spine } from '../components/spine.tsx'
import { figuresOf, sellOutMs, takenIn } from '../rules.ts'
import { listRuns } from '../store.server.ts'
import { pageWords } from '../words.ts'
import type { Route } from './+types/registry'
import { answerQuestion } from './answer.server.ts'

/** The registry is the same for everyone; an answer is for whoever asked, and no search engine lists it. */
export const handle = { sharedParams: ['drop', 'number', 'code'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const runs = await listRuns(shop.db, shop.now())
  const query = new URL(request.url).searchParams
  const { status, retryAfterSeconds, ...said } = await answerQuestion(shop, runs, query, address)
  const isQuestion = said.answer !== null || status !== 200
  const headers: Record<string, string> = isQuestion
    ? { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }
    : sharedPage
  return data(
    {
      ...said,
      isQuestion,
      runs: runs.map((run) => ({
        slug: run.slug,
        name: run.name,
        theme: run.theme,
        dropNumber: run.dropNumber,
        totalUnits: run.totalUnits,
        status: run.status,
        units: run.units,
        taken: takenIn(run),
        launchDay: run.launchDate && formatDay(run.launchDate, shop.timeZone),
        sellOutMs: sellOutMs(run),
      })),
      figures: figuresOf(runs),
      publicUrl: shop.publicUrl,
    },
    {
      status,
      headers: { ...headers, ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }) },
    },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, isQuestion } = loaderData
  return [
    { title: 'Certificate registry | PACo' },
    { name: 'description', content: pageWords.description },
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/vault` },
    { property: 'og:title', content: 'Certificate registry | PACo' },
    { property: 'og:description', content: pageWords.description },
    { property: 'og:url', content: `${publicUrl}/vault` },
    ...(isQuestion ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function Registry({ loaderData }: Route.ComponentProps) {
  const { runs, figures, answer, fieldErrors, given } = loaderData
  const mine = answer?.kind === 'unit' ? { slug: answer.slug, number: answer.number } : undefined
  return (
    <>
      <header className="reg-top">
        <div className="wrap reg-ask">
          <div className="reg-tx">
            <h1 className="h1">{pageWords.title}</h1>
            <p className="lead">{pageWords.lead}</p>
          </div>
          <AskForms runs={runs} errors={fieldErrors} given={given} />
        </div>
        <Spine runs={runs} mine={mine} />
      </header>
      {answer && <AnswerPart answer={answer} />}
      <Archive runs={runs} figures={figures} />
      <HowItHolds />
    </>
  )
}
