// The fields by which a form is known to come from a person (`human-proof.ts`).

/** The name of the field that only programs fill in. */
export const trapField = 'website'
/** The name of the field with the proof of work. */
export const proofField = 'proof'
/** The name of the field with the time the page was rendered, as an ISO timestamp. */
export const madeAtField = 'madeAt'
