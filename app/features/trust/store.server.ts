// What other features and the composition may use of the trust feature.
export { grantWithBuild, isPackTaken } from './store/grants.server.ts'
export { listTrustPackages } from './store/packages.server.ts'
export { packGood, trustPack, withFreePack } from './store/packs.server.ts'
