/** Unsubmitted form input, and the server values (`over`) that the form had then. */
export type FormDraft = { over: string; typed: Record<string, string> }

const keyOf = (orderId: string) => `paco-checkout-${orderId}`

/** The draft of an order in this tab. Empty if the server's values have changed since. */
export function readDraft(orderId: string, over: string): Record<string, string> {
  const kept = parseDraft(orBlocked(() => sessionStorage.getItem(keyOf(orderId))))
  return kept?.over === over ? kept.typed : {}
}

/** Saves the draft until the tab is closed. */
export function saveDraft(orderId: string, details: FormDraft) {
  orBlocked(() => sessionStorage.setItem(keyOf(orderId), JSON.stringify(details)))
}

/** Deletes the draft. */
export function clearDraft(orderId: string) {
  orBlocked(() => sessionStorage.removeItem(keyOf(orderId)))
}

/** Storage throws when it is blocked; then there is no draft. */
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
