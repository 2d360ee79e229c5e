// What other features and the composition may use of the dealers.
export { chooseForOrder } from './store/choice.server.ts'
export { importList } from './store/import.server.ts'
export { dealerLink, findOwnRequest, makeDealerLink } from './store/links.server.ts'
export {
  addUpload,
  deleteUpload,
  deleteExpiredUploads,
  hasRoomForUpload,
  storeUpload,
  listUploads,
  type Upload,
  uploadPath,
  type UploadRefusal,
} from './store/uploads.server.ts'
export {
  type AnswerRefusal,
  answerRequest,
  askDealer,
  type DealerRequest,
  expireRequests,
  findRequest,
  listRequests,
  remindDealers,
  withdrawOverRequests,
} from './store/requests.server.ts'
export { confirmRequest, sendRequest, setDealerEmail } from './store/staff.server.ts'
export {
  countDealers,
  findDealer,
  findDealerByKey,
  type FoundDealer,
  searchDealers,
} from './store/search.server.ts'
