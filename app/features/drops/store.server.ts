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
export { chooseOfferedVariant, listOfferedVariants, findVariantChoice } from './store/offer-choice.server.ts'
export { findUnitOffer, listWaitlistDrops, offerUnits } from './store/unit-offers.server.ts'
export { findPatch, listPatches, listPatchNames } from './store/patches.server.ts'
export { restockPatch } from './store/restock.server.ts'
export { patch, patchGood } from './store/patch-sale.server.ts'
export { findUnitOrder } from './store/unit-order.server.ts'
export { unitGood } from './store/unit-good.server.ts'
export { dropUnit, type UnitRefusal } from './store/units.server.ts'
