// What other features and the composition may use of the state rules.
export {
  addMissingPurchaseAges,
  findKnownAges,
  listPurchaseAges,
  recordPurchaseAge,
} from './store/ages.server.ts'
export { countExpiringStates, rulesExpiringBefore } from './store/expiring.server.ts'
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
  lockStateRule,
  recordStateRule,
} from './store/state-rules.server.ts'
export { lockRule } from './store/versions.server.ts'
