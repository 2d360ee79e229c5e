// Exports for other features and the composition.
export { invalidateCatalog, readCatalog } from './store/catalog.server.ts'
export { type Conversion, type FactoryPackage, readOffers } from './store/offers.server.ts'
export {
  type Drawing,
  drawingPath,
  drawingVersion,
  platformDrawing,
  selectionDrawing,
} from './store/drawing.server.ts'
export { findTaxChange } from './store/tax-change.server.ts'
export { findPlatformName, listOpenedPlatforms, type OpenedPlatform } from './store/opening.server.ts'
