/** Which pages a browser may read ahead, when somebody is about to press a link to them. */
export const speculationRulesPath = '/speculation-rules.json'
