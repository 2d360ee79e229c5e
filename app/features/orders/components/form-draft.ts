/** Unsubmitted form input, and the server values (`over`) that the form had then. */
export type FormDraft = { over: string; typed: Record<string, string> }

const keyOf = (orderId: string) => `paco-checkout-${orderId}`

/** The draft of an order in this tab. Empty if the server's values have changed since. */
export function readDraft(orderId: string, over: string): Record<string, string> {
  const draft = parseDraft(orBlocked(() => sessionStorage.getItem(keyOf(orderId))))
  return draft?.over === over ? draft.typed : {}
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
  const draft = orBlocked((): unknown => JSON.parse(text))
  return isDraft(draft) ? draft : undefined
}

function isDraft(draft: unknown): draft is FormDraft {
  return (
    typeof draft === 'object' &&
    draft !== null &&
    'over' in draft &&
    'typed' in draft &&
    typeof draft.typed === 'object' &&
    draft.typed !== null &&
    Object.values(draft.typed).every((value) => typeof value === 'string')
  )
}
