import { data, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { withdrawShowing } from '../store/showings.server.ts'
import { savedWords } from '../words.ts'
import type { Route } from './+types/showing'

/** Consent has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(pageOf(params.submission))
}

/** Takes back the consent to show a build. Whoever has the address of its page may: it shows less, never more. */
export async function action({ context, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const limit = await shop.limits.take('saveBuild', context.get(visitContext).address)
  if (!limit.ok)
    throw data(
      { title: 'Too many requests', text: tooManyWords(limit.retryAfterSeconds) },
      { status: 429, headers: { 'Retry-After': String(limit.retryAfterSeconds) } },
    )
  const done = await transact(shop, (work) => withdrawShowing(work, params.submission))
  if (!done.ok) throw notFound(savedWords.notFound.title, savedWords.notFound)
  return redirect(pageOf(params.submission), 303)
}

function pageOf(submission: string): string {
  return `/build/submitted/${encodeURIComponent(submission)}#showing`
}
