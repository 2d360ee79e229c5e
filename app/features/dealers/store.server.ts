// What other rooms and the composition may use of the dealers.
export { type ImportReport, importList } from './store/import.server.ts'
export {
  countDealers,
  findDealer,
  findDealerByKey,
  type FoundDealer,
  type KnownDealer,
  listKnownDealers,
  searchDealers,
} from './store/search.server.ts'
