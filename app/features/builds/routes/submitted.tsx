import { data, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { notFound } from '#app/http/not-found.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { startKey } from '#app/features/checkout/input.ts'
import { concernsTrust } from '../../trust/rules.ts'
import { finishIn } from '../rules/finishes.ts'
import { SubmittedPage } from '../components/submitted-page.tsx'
import { findSavedBuild } from '../store/saved-builds.server.ts'
import { findShowingState } from '../store/showings.server.ts'
import { findSubmission } from '../store/submissions.server.ts'
import { savedWords } from '../words.ts'
import { submissionRefusalWords } from '../words/submission.ts'
import type { Route } from './+types/submitted'
import { holdSlot } from './hold-slot.server.ts'

const uncached = { 'Cache-Control': 'private, no-store' }
export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...uncached,
  ...Object.fromEntries(actionHeaders),
})

/** A submission. The page shows nothing about its sender, because anyone with the address can open it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const found = await findSubmission(db, params.submission)
  const saved = found && (await findSavedBuild(db, found.buildCode))
  if (!found || !saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const { id, buildCode, totalCents, itemClass, verdict, slotState, slotCents, heldUntil } = found
  const isHeld = slotState === 'held' && heldUntil !== null && heldUntil > now()
  return {
    id,
    buildCode,
    totalCents,
    earnsPack: concernsTrust(itemClass),
    verdict,
    slotCents,
    slot: slotState === 'taken' ? ('taken' as const) : isHeld ? ('held' as const) : ('open' as const),
    platform: saved.selection.platformId,
    itemCount: saved.price.itemCount,
    finish: finishIn(saved.selection),
    isSuppressorOptimized: saved.selection.isSuppressorOptimized,
    showing: await findShowingState(db, id),
    startKey: secretToken(),
  }
}

/** Holds the slot of this submission and redirects to checkout. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const submitted = await readForm(request)
  const key = startKey.safeParse(submitted.get('key'))
  if (!key.success) return refuse(422, submissionRefusalWords.key_reused)
  const found = await findSubmission(shop.db, params.submission)
  if (!found) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const limit = await shop.limits.take('orderChange', found.id)
  if (!limit.ok) return refuse(429, tooManyWords(limit.retryAfterSeconds))

  const pressed = { key: key.data, proof: submitted.get(holdProofField) }
  const held = await holdSlot({ context, request }, found, pressed)
  return held.ok
    ? redirect(held.to, { status: 303, headers: held.headers })
    : refuse(409, held.refusal, held.headers)
}

export const meta = () => [{ title: siteTitle('Build submitted') }, { name: 'robots', content: 'noindex' }]

export default function Submitted({ loaderData, actionData }: Route.ComponentProps) {
  return <SubmittedPage {...loaderData} refusal={actionData?.refusal} />
}

function refuse(status: 409 | 422 | 429, refusal: string, headers: HeadersInit = {}) {
  return data({ refusal }, { status, headers })
}
