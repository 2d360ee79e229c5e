// What other rooms and the composition may use of the drops.
export {
  countDrops,
  countEarlierDrops,
  type Drop,
  findCurrentDrop,
  findDrop,
  findLiveState,
  listDrops,
  listPatches,
  listVariants,
} from './store/drops.server.ts'
export { artVersion, findPatchSubject, patchSubjects, type PatchSubject } from './store/artwork.server.ts'
export { flipDrops, nextDropFlip } from './store/flips.server.ts'
export { findUnitOrder } from './store/unit-order.server.ts'
export { dropUnit, type UnitRef, type UnitRefusal } from './store/units.server.ts'
