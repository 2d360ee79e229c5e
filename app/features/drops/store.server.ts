// What other features and the composition may use of the drops.
export {
  countDrops,
  countEarlierDrops,
  type Drop,
  findCurrentDrop,
  findDrop,
  findDropByWords,
  findDropPage,
  findLastArchived,
  findLiveState,
  findNextLaunch,
  hasDrop,
  highestDropNumber,
  listDrops,
  listDropSlugs,
  listLaunchedSince,
  listNewestDrops,
  listSignedRuns,
  listSoldOutArchives,
  listVariants,
  nextStatusChange,
} from './store/drops.server.ts'
export { type DropTotals, findDropTotals } from './store/drop-totals.server.ts'
export {
  artPathsOf,
  artVersion,
  findPatchSubject,
  patchSubjects,
  type PatchSubject,
  receiverVersion,
} from './store/artwork.server.ts'
export { applyStatusChanges, nextDropTransition } from './store/status-changes.server.ts'
export {
  hashEarlyCode,
  makeEarlyCodes,
} from './store/early-access.server.ts'
export { chooseOfferedVariant, listOfferedVariants, findVariantChoice } from './store/variants.server.ts'
export { findUnitOffer, listWaitlistDrops, offerUnits } from './store/waiting.server.ts'
export { findPatch, listPatches, listPatchNames, restockPatch } from './store/patches.server.ts'
export { patch, patchGood } from './store/patch-sale.server.ts'
export { dropUnit, findUnitOrder, unitGood, type UnitRefusal } from './store/units.server.ts'
