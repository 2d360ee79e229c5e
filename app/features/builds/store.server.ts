// What other features and the composition may use of the builds.
export { forgetCatalog, readCatalog } from './store/catalog.server.ts'
export { type Conversion, type FactoryPackage, readOffers } from './store/offers.server.ts'
export { type Drawing, drawingPath, drawingVersion, platformDrawing } from './store/drawn.server.ts'
export { findTaxTurn } from './store/tax-turn.server.ts'
export { findPlatformName, listOpenedPlatforms, type OpenedPlatform } from './store/opening.server.ts'
