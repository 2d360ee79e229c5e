// What other features and the composition may use of checkout.
export { confirmedStatement } from './store/attestation.server.ts'
export { cancelHold, nextExpiry, renewHold, saveDraft } from './store/hold.server.ts'
export {
  claimOrderForPayer,
  forgetHolders,
  type Holder,
  type Payer,
  watchNetworks,
} from './store/holders.server.ts'
export {
  endInvoiceRequest,
  findInvoiceRequest,
  forgetInvoiceRequests,
  type InvoiceRequest,
  requestInvoice,
  signedRequest,
} from './store/invoice-requests.server.ts'
export { countStock, endOverTurns, type OfferedGood, offerNext } from './store/offers.server.ts'
export { holdOwed } from './store/owed.server.ts'
export { dropLine, removeLine, saveDelivery } from './store/quote.server.ts'
export { startHold, startOrder, type StartRequest } from './store/start.server.ts'
export { startReplacementOrder } from './store/replacement-order.server.ts'
