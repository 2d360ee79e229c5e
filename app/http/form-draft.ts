/** Unsubmitted form input, and the server values (`over`) that the form had then. */
export type FormDraft = { over: string; typed: Record<string, string> }

/** The draft of a form in this tab. Empty if the server's values have changed since. */
export function readDraft(key: string, over: string): Record<string, string> {
  const draft = parseDraft(orBlocked(() => sessionStorage.getItem(key)))
  return draft?.over === over ? draft.typed : {}
}

/** Saves the draft until the tab is closed. */
export function saveDraft(key: string, draft: FormDraft) {
  orBlocked(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

/** Deletes the draft. */
export function clearDraft(key: string) {
  orBlocked(() => sessionStorage.removeItem(key))
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
