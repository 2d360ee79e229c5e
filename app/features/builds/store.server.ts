// What other rooms and the composition may use of the builds.
export { forgetCatalogue, readCatalogue } from './store/catalogue.server.ts'
export { type Conversion, type FactoryPackage, readOffers } from './store/offers.server.ts'
export type { Drawing } from './store/drawn.server.ts'
