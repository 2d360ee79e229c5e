export const holdProofField = 'holdProof'

/** What the proof of a form is for that takes stock or charges a card. Its key starts one order or payment. */
export function holdSubject({ what, key }: { what: string; key: string }): string {
  return `hold ${what} ${key}`
}
