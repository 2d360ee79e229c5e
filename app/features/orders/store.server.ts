// What other features and the composition may use of orders.
export { forgetBuyer, forgetBuyers, listOrdersOf } from './store/buyer.server.ts'
export {
  type ChosenDealer,
  chooseDealer,
  confirmDealerAnswer,
  type DealerRefusal,
  lockOrder,
  recordDealerAnswer,
} from './store/dealer.server.ts'
export {
  endBuyerLinks,
  findBuyerOfLink,
  forgetBuyerLinks,
  listPaidOrdersOf,
  makeBuyerLink,
} from './store/buyer-links.server.ts'
export { markDelivered } from './store/deliver.server.ts'
export { addEvent, type Sellables, sellablesContext } from './store/lines.server.ts'
export { correctBuyer } from './store/correct-buyer.server.ts'
export { expectRevision, findRevision, type OrderEvent } from './store/revision.server.ts'
export {
  forgetLinks,
  makeLink,
  makeLinkOnce,
  opensOrder,
  privateLink,
  revokeLinks,
  revokeOtherLinks,
} from './store/links.server.ts'
export {
  findOrder,
  findOwnHistory,
  findOwnOrder,
  findStage,
  listEvents,
  listOwnLines,
  listRefunds,
  type OrderHistory,
  type OrderView,
  type PayableLine,
  type ShownRefund,
} from './store/read.server.ts'
export { type ReturnView, withReturnRefusals } from './store/return-refusals.server.ts'
export { isReservationActive, isReservationFiled } from './store/reservation-active.server.ts'
export {
  countOpenTransfers,
  listOpenTransfers,
  type OpenTransfer,
  type OpenTransfers,
} from './store/open-transfers.server.ts'
export { findLinePages } from './store/line-pages.server.ts'
export { findOffered } from './store/offered.server.ts'
export { findPrices } from './store/prices.server.ts'
export { changeAddress, dispatchOrder, mayChangeAddress } from './store/dispatch.server.ts'
export { moveStage } from './store/stage.server.ts'
export { packParcel, unpackParcel } from './store/pack.server.ts'
export { listParcels } from './store/parcels.server.ts'
export { decideReturn, receiveBack } from './store/return-parcel.server.ts'
export { correctTracking, markArrived, sendParcel, undoSend } from './store/send.server.ts'
export {
  addToStaffMail,
  tellStaff,
  closeStaffMail,
  type GatheredOrder,
  reopenStaffMail,
} from './store/staff-mails.server.ts'
