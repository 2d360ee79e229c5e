import type { DataStrategyResult } from 'react-router'

/** What the shop has asked more proof for since this page was opened. */
const wanted = new Set<string>()

/** Does the shop want a hard proof for this? */
export function needsMoreProof(what: string): boolean {
  return wanted.has(what)
}

/** Remembers what the answer of a form asks more proof for: its `needsProof`. */
export async function noteNeededProofs(next: () => Promise<unknown>) {
  const results = (await next()) as Record<string, DataStrategyResult>
  for (const { result } of Object.values(results)) {
    const what = needsProofOf(result) ?? needsProofOf((result as { data?: unknown } | undefined)?.data)
    if (what) wanted.add(what)
  }
  return results
}

function needsProofOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('needsProof' in answer)) return undefined
  return typeof answer.needsProof === 'string' ? answer.needsProof : undefined
}
