export const speculationRulesPath = '/speculation-rules.json'
