// What other features and the composition may use of the state rules.
export {
  addMissingPurchaseAges,
  findKnownAges,
  listPurchaseAges,
  recordPurchaseAge,
} from './store/ages.server.ts'
export {
  addMissingLocalRules,
  deleteLocalRule,
  listLocalRules,
  recordLocalRule,
} from './store/local-rules.server.ts'
export {
  addMissingStateRules,
  findKnownRules,
  findRulesFor,
  findStateRule,
  listStateRules,
  recordStateRule,
} from './store/state-rules.server.ts'
