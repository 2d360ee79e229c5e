import type { LoaderFunctionArgs } from 'react-router'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { BuildSubmission } from '../store/submissions.server.ts'
import { slotProof } from '../rules.ts'
import { submissionRefusalWords } from '../words.ts'

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

export async function holdSlot(
  { context, request }: RouteArgs,
  submission: BuildSubmission,
  { key, proof }: { key: string; proof: unknown },
) {
  const shop = context.get(shopContext)
  if (!isOpenPage(await shop.closedPages(), '/build'))
    return { ok: false as const, refusal: submissionRefusalWords.builder_closed, headers: {} }
  const held = await holdFor(
    { context, request },
    { what: slotProof, key, proof, lines: [{ kind: 'build_slot', ref: { submission: submission.id } }] },
  )
  if (held.ok) return held
  const words: Record<string, string> = submissionRefusalWords
  const refusal = words[held.why] ?? held.limited?.text ?? submissionRefusalWords.try_again
  return { ok: false as const, refusal, headers: held.headers }
}
