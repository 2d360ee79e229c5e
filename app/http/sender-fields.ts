export const trapField = 'website'
export const proofField = 'proof'
export const madeAtField = 'madeAt'
