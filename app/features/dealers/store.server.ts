// What other features and the composition may use of the dealers.
export { assignDealer, chooseForOrder } from './store/choice.server.ts'
export {
  acceptLicenseCopy,
  blockDealer,
  findDealerFile,
  noteDealerTerms,
  recordEzCheck,
  recordSpecialTax,
  unblockDealer,
} from './store/file.server.ts'
export { listDealerFindings } from './store/findings.server.ts'
export { importList } from './store/import.server.ts'
export { dealerLink, findOwnRequest, makeDealerLink } from './store/links.server.ts'
export {
  addUpload,
  deleteExpiredUploads,
  listUploads,
  removeStrayUploads,
  type StoredUpload,
  storeUpload,
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
export {
  askForStaff,
  confirmRequest,
  recordCall,
  refuseRequest,
  sendRequest,
  setDealerEmail,
} from './store/staff.server.ts'
export {
  countDealers,
  findDealer,
  findDealerByKey,
  type FoundDealer,
  searchDealers,
} from './store/search.server.ts'
