// What other rooms and the composition may use of the drops.
export {
  type Drop,
  findCurrentDrop,
  findDrop,
  findLiveState,
  listDrops,
  listPatches,
  listVariants,
} from './store/drops.server.ts'
export { flipDrops, nextDropFlip } from './store/flips.server.ts'
export { dropUnit, type UnitRef } from './store/units.server.ts'
