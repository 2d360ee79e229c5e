import { data, redirect } from 'react-router'
import { ownColorStyle } from '#app/art/art-theme.ts'
import { sqlState } from '#app/db/work.server.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { notFound } from '#app/http/not-found.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { moreProofWords } from '#app/features/checkout/words.ts'
import { ReservePage } from '../components/reserve-page.tsx'
import { parseNumber, parseVariant, reserveInput } from '../input.ts'
import { isEarlyAccess, lowestOpen, mayHold, nearestOpen, type UnitState } from '../rules.ts'
import { ownColorsOf } from '../rules/art-lines.ts'
import { reserveAddress } from '../rules/reserve-address.ts'
import { countRefusal } from '../store/refusals.server.ts'
import { findDrop, hashEarlyCode } from '../store.server.ts'
import {
  dropWords,
  unavailableWords,
  isCodeRefusal,
  isVariantRefusal,
  hasRefusalWords,
  type RefusalText,
  refusalWords,
} from '../words.ts'
import '../numbers.css'
import type { Route } from './+types/reserve'
import { findVariantViews, toDropView } from './drop-view.server.ts'

/** Each rendering has its own key, so the page must not be cached. */
const uncached = { 'Cache-Control': 'private, no-store' }

export const handle = { sharedParams: ['number', 'variant'] } satisfies SharedHandle

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, files, now } = context.get(shopContext)
  const drop = await findDrop(db, params.slug, now())
  if (!drop) throw notFound(dropWords.notFound.title, dropWords.notFound)
  const { searchParams } = new URL(request.url)
  const requested = parseNumber(searchParams.get('number'))
  const number = requested ?? lowestOpen(drop.units) ?? null
  const variants = await findVariantViews({ db, files }, drop)
  const life = { ...drop, remaining: drop.counts.remaining }
  const isEarly = isEarlyAccess(life, now())
  const verdict = isEarly ? allowed : mayHold(life, now())
  const unavailable = verdict.ok ? findUnavailability(drop.units, number) : refusalWords[verdict.why]
  return data(
    {
      theme: drop.theme,
      ownColors: ownColorStyle(ownColorsOf(drop)),
      drop: toDropView(drop),
      number,
      variants,
      /** The variant in the address. */
      variant: parseVariant(searchParams.get('variant')),
      /** Why this number cannot be held now. */
      unavailable,
      isOnSale: verdict.ok,
      isEarly,
      nearest: verdict.ok ? nearestOpen(drop.units, number ?? 1) : [],
      startKey: randomKey(),
    },
    // Without a form the page is the same for every visitor.
    { headers: unavailable === refusalWords.none_open || !verdict.ok ? sharedPage : uncached },
  )
}

function findUnavailability(units: readonly UnitState[], number: number | null): RefusalText | undefined {
  if (number === null) return refusalWords.none_open
  const state = units[number - 1]
  if (state === undefined) return refusalWords.no_such_unit
  if (state === 'open') return undefined
  return lowestOpen(units) === undefined ? refusalWords.none_open : unavailableWords[state]
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const submitted = await readForm(request)
  const form = parseForm(reserveInput, submitted)
  // The page of a drop is the same for everybody: without script its form has no key, and leads to the page that has one.
  if (submitted.get('key') === '')
    return toNumber(params.slug, parseNumber(textOf(submitted, 'number')), textOf(submitted, 'variant'))
  if (!form.ok) {
    const { number: wrongNumber, variant: wrongVariant } = form.fieldErrors
    const why = wrongNumber ? 'no_such_unit' : wrongVariant ? 'variant_gone' : 'key_reused'
    return refusalResponse(shop, { slug: params.slug, number: null }, 422, refusalWords[why])
  }
  const { number, key, code, variant } = form.value
  const wanted = { slug: params.slug, number }
  const { address } = context.get(visitContext)

  // Only wrong codes count. Where many came from one address, a right one needs more proof, too.
  const isSuspect = code !== '' && !(await shop.limits.mayTake('codeMiss', address)).ok
  const what = `drop:${params.slug}`
  const ref = { ...wanted, ...(variant && { variant }), ...(code && { earlyCode: hashEarlyCode(code) }) }
  const held = await refuseUsedCode(() =>
    holdFor(
      { context, request },
      { what, key, proof: submitted.get(holdProofField), isSuspect, lines: [{ kind: 'drop_unit', ref }] },
    ),
  )
  if (held.ok) return held.response
  countRefusal(shop.db, { slug: params.slug, why: held.why, now: shop.now() })
  if (held.why === 'more_proof') return askProof(shop, wanted, what)
  if (held.why === 'code_unknown') await shop.limits.take('codeMiss', address)
  if (held.limited)
    return data(
      { refusal: held.limited, nearest: [], isLimit: true, number },
      { status: 409, headers: uncached },
    )
  return answerRefusal(shop, { ...wanted, variant, code }, held)
}

type Wanted = { slug: string; number: number | null }

/** The page of a number, with the variant chosen there. */
function toNumber(slug: string, number: number | null, variant: string) {
  return redirect(reserveAddress(slug, number, variant), { status: 303 })
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Says why a hold was refused: beside what was typed, or on the page of the number, which says the same. */
async function answerRefusal(
  shop: Shop,
  { slug, number, variant, code }: Wanted & { variant: string; code: string },
  { why }: Refusal,
) {
  if (why === 'drop_not_found') throw notFound(dropWords.notFound.title, dropWords.notFound)
  if (!hasRefusalWords(why)) throw new Error(`There are no words for the refusal ${why}`)
  // What the form says of itself is shown by its page, beside what was typed and chosen.
  if (isCodeRefusal(why) || isVariantRefusal(why))
    return data(
      { refusal: refusalWords[why], nearest: [], number, code: normalizeCode(code) },
      { status: 409, headers: uncached },
    )
  // A page that can be reloaded.
  if (why !== 'key_reused') return toNumber(slug, number, variant)
  return refusalResponse(shop, { slug, number }, 409, refusalWords.key_reused)
}

/** Asks for more proof. `site/proof.ts` makes it and sends the form again. */
async function askProof({ db, now }: Shop, { slug, number }: Wanted, what: string) {
  const drop = await findDrop(db, slug, now())
  const nearest = drop ? nearestOpen(drop.units, number ?? 1) : []
  return data(
    { refusal: moreProofWords, nearest, number },
    { status: 409, headers: { ...uncached, [siteHeaders.needsProof]: what } },
  )
}

/** Two simultaneous reservations with one code: the unique index lets one through and refuses the other. */
async function refuseUsedCode(hold: () => ReturnType<typeof holdFor>) {
  try {
    return await hold()
  } catch (error) {
    if (sqlState(error) === '23505') return { ...refuse('code_used'), limited: undefined }
    throw error
  }
}

/** The response to a refused reservation, with the nearest open numbers. */
async function refusalResponse(
  { db, now }: Shop,
  { slug, number }: Wanted,
  status: 409 | 422,
  words: RefusalText,
) {
  const drop = await findDrop(db, slug, now())
  const isLive = drop?.status === 'live' && !drop.pausedAt
  const nearest = isLive ? nearestOpen(drop.units, number ?? 1) : []
  return data({ refusal: words, nearest, number }, { status, headers: uncached })
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData
    ? siteTitle(`Reserve a number of ${loaderData.drop.name}`)
    : siteTitle(dropWords.notFound.title)
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

export default function Reserve({ loaderData, actionData }: Route.ComponentProps) {
  return <ReservePage {...loaderData} refused={actionData} />
}

function randomKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
}
