/** An expected "no": sold out, too late, already done. Returned, never thrown. */
export type Refusal<Why extends string = string> = { ok: false; why: Why }

/** Builds a refusal whose reason keeps its literal type, so that words for it can be demanded by the compiler. */
export function refuse<const Why extends string>(why: Why): Refusal<Why> {
  return { ok: false, why }
}

/** The plain "yes" of a rule that has nothing more to say. */
export const allowed = { ok: true } as const
