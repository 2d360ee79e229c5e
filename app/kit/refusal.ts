/** An expected "no": sold out, too late, already done. Returned, never thrown. */
export type Refusal<Why extends string = string> = { ok: false; why: Why }

/** Builds a refusal whose reason has its literal type, so that the compiler can require words for it. */
export function refuse<const Why extends string>(why: Why): Refusal<Why> {
  return { ok: false, why }
}

export const allowed = { ok: true } as const

export function refusalWordsOf(words: Readonly<Record<string, string>>): (why: string) => string {
  return (why) =>
    (Object.hasOwn(words, why) ? words[why] : undefined) ??
    'Nothing was changed. Load the page again and look at what is there now.'
}
