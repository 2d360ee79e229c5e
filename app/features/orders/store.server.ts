// What other rooms and the composition may use of the order path.
export { forgetBuyers, keepTyped } from './store/buyer.server.ts'
export {
  type ChosenDealer,
  chooseDealer,
  confirmDealerAnswer,
  type DealerRefusal,
  lockOrder,
  recordDealerAnswer,
} from './store/dealer.server.ts'
export { markDelivered } from './store/deliver.server.ts'
export { cancelHold, nextExpiry, renewHold } from './store/hold.server.ts'
export { claimOrderForPayer, forgetHolders, type Holder, type Payer } from './store/holders.server.ts'
export {
  endInvoiceRequest,
  findInvoiceRequest,
  forgetInvoiceRequests,
  type InvoiceRequest,
  requestInvoice,
  signedRequest,
} from './store/invoice-requests.server.ts'
export { type Sellables, sellablesContext } from './store/lines.server.ts'
export { holdOffer } from './store/offers.server.ts'
export { forgetLinks, makeLink, opensOrder, privateLink, revokeLinks } from './store/links.server.ts'
export {
  findAttempt,
  findOpenAttempt,
  findOrder,
  findOwnHistory,
  findOwnOrder,
  findStage,
  listAttempts,
  listEvents,
  listOrders,
  listOwnLines,
  listRefunds,
  type OrderHistory,
  type OrderView,
  type PayableLine,
  type ShownRefund,
} from './store/read.server.ts'
export { listUnsettledRefunds, raiseOldRefunds } from './store/refund-items.server.ts'
export { listOpenParts } from './store/refund.server.ts'
export { recordPaidOutside } from './store/settle-refund.server.ts'
export { withReturnRefusals } from './store/returning.server.ts'
export { countTry, findCardTesting, forgetTries, watchCardTesting } from './store/payment-tries.server.ts'
export { reservationStands } from './store/standing.server.ts'
export { findPrices, removeLine, saveDelivery } from './store/quote.server.ts'
export { changeAddress, dispatchOrder, mayChangeAddress } from './store/dispatch.server.ts'
export { moveStage } from './store/stage.server.ts'
export { startHold, startOrder, type StartRequest } from './store/start.server.ts'
export { startInstead } from './store/start-instead.server.ts'
