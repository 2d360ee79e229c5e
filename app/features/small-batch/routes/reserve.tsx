import { data } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { ReservePage } from '../components/reserve-page.tsx'
import { parseReleaseSlug, parseSlot, reserveInput } from '../input.ts'
import { mayHold, openSlots, proofOf, type Release } from '../rules.ts'
import { findRelease } from '../store.server.ts'
import { type RefusalText, refusalWords } from '../words.ts'
import type { Route } from './+types/reserve'

/** Each rendering has its own key, so the page must not be cached. */
const uncached = { 'Cache-Control': 'private, no-store' }

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has(siteHeaders.needsProof) ? actionHeaders : uncached
}

/** One slot and the form that holds it. Without a number, or with one that is gone, the first open one is offered. */
export async function loader(args: Route.LoaderArgs) {
  const release = await requireRelease(args)
  const requested = parseSlot(new URL(args.request.url).searchParams.get('slot'))
  const open = openSlots(release)
  const number = requested ?? open[0]
  return {
    theme: release.slug,
    release: {
      slug: release.slug,
      name: release.name,
      summary: release.summary,
      details: release.details,
      caliber: release.caliber,
      barrel: release.barrel,
      art: release.art.wide,
      totalUnits: release.totalUnits,
      priceCents: release.priceCents,
      depositCents: release.depositCents,
    },
    number,
    open,
    unavailable: whyUnavailable(release, number, args.context.get(shopContext).now()),
    startKey: secretToken(),
  }
}

/** Why this slot cannot be held at `now`; `undefined` if it can. */
function whyUnavailable(release: Release, number: number | undefined, now: Date): RefusalText | undefined {
  const verdict = mayHold(release, now)
  if (!verdict.ok) return refusalWords[verdict.why]
  const open = openSlots(release)
  if (release.status === 'full') return refusalWords.window_full
  if (open.length === 0) return refusalWords.none_open
  if (number === undefined || number > release.totalUnits) return refusalWords.no_such_slot
  return open.includes(number) ? undefined : refusalWords.slot_taken
}

/** Holds the slot and redirects to its checkout. */
export async function action(args: Route.ActionArgs) {
  const release = await requireRelease(args)
  const submitted = await readForm(args.request)
  const form = parseForm(reserveInput, submitted)
  if (!form.ok)
    return refuse(422, form.fieldErrors.slot ? refusalWords.no_such_slot : refusalWords.key_reused)
  const { slot: number, key } = form.value
  const held = await holdFor(args, {
    what: proofOf(release.slug),
    key,
    proof: submitted.get(holdProofField),
    lines: [{ kind: 'batch_slot', ref: { release: release.id, number } }],
  })
  if (held.ok) return held.response
  if (!held.limited) return refuse(409, refusalTextOf(held.why))
  return data(
    { refusal: held.limited, isLimit: held.why !== 'more_proof' },
    { status: 409, headers: { ...uncached, ...held.headers } },
  )
}

function refusalTextOf(why: string): RefusalText {
  // It became free while this request waited.
  if (why === 'try_again') return refusalWords.slot_taken
  if (!Object.hasOwn(refusalWords, why)) throw new Error(`There are no words for the refusal ${why}`)
  return refusalWords[why as keyof typeof refusalWords]
}

function refuse(status: 409 | 422, refusal: RefusalText) {
  return data({ refusal, isLimit: false }, { status, headers: uncached })
}

async function requireRelease({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const { db, now } = context.get(shopContext)
  const slug = parseReleaseSlug(params.line)
  const release = slug && (await findRelease(db, slug, now()))
  if (!release)
    throw notFound('Release not found', { link: { to: '/small-batch', label: 'All small-batch releases' } })
  return release
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData
    ? siteTitle(`Reserve a slot of ${loaderData.release.name}`)
    : siteTitle('Release not found')
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

export default function Reserve({ loaderData, actionData }: Route.ComponentProps) {
  return <ReservePage {...loaderData} refused={actionData?.refusal} isLimit={actionData?.isLimit === true} />
}
