import { data, redirect } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import '../trust.css'
import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { type FieldErrors, type SubmittedFields, parseForm } from '#app/http/form.ts'
import { formError } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import {
  holdHeaders,
  proveHolder,
  type WantsProof,
  wantsProof,
} from '#app/features/checkout/access.server.ts'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { startHold } from '#app/features/checkout/store.server.ts'
import { holdLimitWords, moreProofWords } from '#app/features/checkout/words.ts'
import { BuyPage } from '../components/buy-page.tsx'
import { buyInput } from '../input.ts'
import { packAlone } from '../rules.ts'
import { listTrustPackages } from '../store/packages.server.ts'
import { buyWords, packRefusalWords } from '../words.ts'
import type { Route } from './+types/buy'
import { drawPack } from './pack-drawing.server.ts'

/** Every rendering has its own idempotency key, so the page is never cached. */
const uncached = { 'Cache-Control': 'private, no-store' }
export function headers({ actionHeaders }: Route.HeadersArgs) {
  const wanted = actionHeaders.get(siteHeaders.needsProof)
  return { ...uncached, ...(wanted && { [siteHeaders.needsProof]: wanted }) }
}

export const meta = () => [{ title: siteTitle(buyWords.title) }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, closedPages } = context.get(shopContext)
  const isSold = isOpenPage(await closedPages(), '/trust')
  const alone = isSold ? packAlone(await listTrustPackages(db, now())) : undefined
  return { priceCents: alone?.priceCents ?? null, drawing: drawPack(), startKey: secretToken() }
}

/** Starts the order of a pack, with payment or by code, and redirects to its checkout. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const sent = await readForm(request)
  const parsed = parseForm(buyInput, sent)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given, uncached)
  // The cached trust page has no key in its form.
  const { key = secretToken(), code } = parsed.value
  const given: SubmittedFields = code === undefined ? {} : { code }
  // A code is redeemed also while no pack is sold: it came with something that was bought.
  if (code === undefined && !isOpenPage(await shop.closedPages(), '/trust'))
    return refuse({ form: [buyWords.notSold] }, given, {})
  // Only wrong codes count. Where many came from one address, a right one needs more proof, too.
  const isSuspect = code !== undefined && !(await shop.limits.mayTake('codeMiss', address)).ok
  const work = { what: 'trust', key, proof: sent.get(holdProofField), isSuspect }
  const known = await proveHolder({ context, request }, work)
  if (isSuspect && known?.holder.proof !== 'more')
    return refuse({ form: [moreProofWords.text] }, given, { needsProof: work.what })

  const ref = code === undefined ? { package: 'trust-only' } : { package: 'free', code }
  const started = await startHold(shop, context.get(sellablesContext), {
    key,
    lines: [
      {
        kind: 'trust_pack',
        ref,
      },
    ],
    holder: known?.holder,
  })
  if (started.ok)
    return redirect(`/checkout/${started.orderId}`, {
      status: 303,
      headers: holdHeaders(shop, started, known),
    })
  if (started.why === 'code_unknown') await shop.limits.take('codeMiss', address)
  const words = packRefusalWords[started.why] ?? holdLimitWords(started)?.text
  if (!words) throw new Error(`There are no words for the refusal ${started.why}`)
  const fieldErrors = started.why.startsWith('code_') ? { code: [words] } : { form: [words] }
  return refuse(fieldErrors, given, wantsProof(started, work.what))
}

function refuse(fieldErrors: FieldErrors, given: SubmittedFields, { needsProof }: WantsProof) {
  const headers = { ...uncached, ...(needsProof && { [siteHeaders.needsProof]: needsProof }) }
  return data({ fieldErrors, given }, { status: 409, headers })
}

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyPage {...loaderData} errors={actionData?.fieldErrors ?? {}} given={actionData?.given ?? {}} />
}
