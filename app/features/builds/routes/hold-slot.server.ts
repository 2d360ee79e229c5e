import type { LoaderFunctionArgs } from 'react-router'
import { holdHeaders, proveHolder } from '#app/features/checkout/access.server.ts'
import { startHold } from '#app/features/checkout/store.server.ts'
import { holdLimitWords } from '#app/features/checkout/words.ts'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import type { BuildSubmission } from '../store/submissions.server.ts'
import { slotProof } from '../rules/decision.ts'
import { submissionRefusalWords } from '../words/submission.ts'

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** Holds the slot of a submitted build for checkout; or says in words why not. */
export async function holdSlot(
  { context, request }: RouteArgs,
  submission: BuildSubmission,
  { key, proof }: { key: string; proof: unknown },
) {
  const shop = context.get(shopContext)
  if (!isOpenPage(await shop.closedPages(), '/build'))
    return { ok: false as const, refusal: submissionRefusalWords.builder_closed, headers: {} }
  const work = { what: slotProof, key, proof }
  const known = await proveHolder({ context, request }, work)
  const started = await startHold(shop, context.get(sellablesContext), {
    key,
    lines: [{ kind: 'build_slot', ref: { submission: submission.id } }],
    holder: known?.holder,
  })
  if (started.ok)
    return {
      ok: true as const,
      to: `/checkout/${started.orderId}`,
      headers: holdHeaders(shop, started, known),
    }
  const words: Record<string, string> = submissionRefusalWords
  const refusal = words[started.why] ?? holdLimitWords(started)?.text ?? submissionRefusalWords.try_again
  // `site/forms.ts` sends the form once more with a harder proof.
  const headers = started.why === 'more_proof' ? { [siteHeaders.needsProof]: work.what } : {}
  return { ok: false as const, refusal, headers }
}
