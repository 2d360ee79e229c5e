// What other features and the composition may use of reservations.
export { agreeAsBefore } from './store/agreed-before.server.ts'
export { listLinesWithTerms, sendAgreement } from './store/agreement.server.ts'
export { closeReservation } from './store/close.server.ts'
export { correctShipment, type ShipmentCorrection } from './store/correct-shipment.server.ts'
export { withdrawDealer } from './store/dealer-withdrew.server.ts'
export {
  decideDocument,
  listDocuments,
  listDocumentsOf,
  type OrderDocument,
} from './store/documents.server.ts'
export { approveReview, declineReview, requestDocument } from './store/decide.server.ts'
export { type Move, moveReservation } from './store/move.server.ts'
export { balance } from './store/balance-stock.server.ts'
export {
  extendBalance,
  settleTaxDifference,
  waiveBalance,
  withdrawBalance,
} from './store/balance-change.server.ts'
export { withBalance } from './store/balance-end.server.ts'
export { releaseUnpaid } from './store/balance-release.server.ts'
export {
  listBalancesOfOrders,
  listDueBalances,
  listTaxDifferences,
  sumDueBalances,
} from './store/balance-lookup.server.ts'
export { requestBalance } from './store/balance-request.server.ts'
export { findStageMedians, previewMove } from './store/board.server.ts'
