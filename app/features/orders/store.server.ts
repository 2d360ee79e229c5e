// What other features and the composition may use of orders.
export { forgetBuyers } from './store/buyer.server.ts'
export {
  type ChosenDealer,
  chooseDealer,
  confirmDealerAnswer,
  type DealerRefusal,
  lockOrder,
  recordDealerAnswer,
} from './store/dealer.server.ts'
export { markDelivered } from './store/deliver.server.ts'
export { type Sellables, sellablesContext } from './store/lines.server.ts'
export { forgetLinks, makeLink, opensOrder, privateLink, revokeLinks } from './store/links.server.ts'
export {
  findOrder,
  findOwnHistory,
  findOwnOrder,
  findStage,
  listEvents,
  listOrders,
  listOwnLines,
  listRefunds,
  type OrderHistory,
  type OrderView,
  type PayableLine,
  type ShownRefund,
} from './store/read.server.ts'
export { type ReturnView, withReturnRefusals } from './store/return-refusals.server.ts'
export { isReservationActive } from './store/reservation-active.server.ts'
export { findPrices } from './store/prices.server.ts'
export { changeAddress, dispatchOrder, mayChangeAddress } from './store/dispatch.server.ts'
export { moveStage } from './store/stage.server.ts'
