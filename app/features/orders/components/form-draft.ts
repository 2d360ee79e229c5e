/** The details of a checkout as they were last typed, and over what: the details that the server had given then. */
export type FormDraft = { over: string; typed: Record<string, string> }

const keyOf = (orderId: string) => `paco-checkout-${orderId}`

/** What was typed for an order in this tab. Nothing if the server has given something else since, which is newer. */
export function readDraft(orderId: string, over: string): Record<string, string> {
  const kept = parseDraft(orBlocked(() => sessionStorage.getItem(keyOf(orderId))))
  return kept?.over === over ? kept.typed : {}
}

/** Keeps what was typed until the tab is closed. */
export function saveDraft(orderId: string, details: FormDraft) {
  orBlocked(() => sessionStorage.setItem(keyOf(orderId), JSON.stringify(details)))
}

/** Drops what was typed. */
export function clearDraft(orderId: string) {
  orBlocked(() => sessionStorage.removeItem(keyOf(orderId)))
}

/** A browser that keeps nothing for us throws; its visitor types again. */
function orBlocked<Value>(attempt: () => Value): Value | null {
  try {
    return attempt()
  } catch {
    return null
  }
}

function parseDraft(text: string | null): FormDraft | undefined {
  if (text === null) return undefined
  const kept = orBlocked((): unknown => JSON.parse(text))
  return isDraft(kept) ? kept : undefined
}

function isDraft(kept: unknown): kept is FormDraft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'over' in kept &&
    'typed' in kept &&
    typeof kept.typed === 'object' &&
    kept.typed !== null &&
    Object.values(kept.typed).every((value) => typeof value === 'string')
  )
}
