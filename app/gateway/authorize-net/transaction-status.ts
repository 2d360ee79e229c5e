/** What a transaction's status means for the attempt that made it. */
export type TransactionStatus = 'captured' | 'review' | 'declined'

/**
 * Every status that the reports name. Money is ours from the moment it waits for settlement: the nightly batch collects
 * it without our doing. A status that nobody knows yet is left to a person.
 */
const transactionStatuses: Record<string, TransactionStatus> = {
  capturedPendingSettlement: 'captured',
  settledSuccessfully: 'captured',
  couldNotVoid: 'captured',
  updatingSettlement: 'captured',
  chargebackReversal: 'captured',
  FDSPendingReview: 'review',
  FDSAuthorizedPendingReview: 'review',
  underReview: 'review',
  approvedReview: 'review',
  authorizedPendingCapture: 'review',
  declined: 'declined',
  failedReview: 'declined',
  expired: 'declined',
  generalError: 'declined',
  communicationError: 'declined',
  settlementError: 'declined',
  returnedItem: 'declined',
  voided: 'declined',
}

/** How an attempt stands whose transaction has this status. */
export function transactionStatusOf({ transactionStatus }: { transactionStatus: string }): TransactionStatus {
  return transactionStatuses[transactionStatus] ?? 'review'
}

/** Waits for the nightly settlement: it can be canceled whole, and nothing of it can be refunded yet. */
export function isUnsettled({ transactionStatus }: { transactionStatus: string }): boolean {
  return ['capturedPendingSettlement', 'couldNotVoid', 'authorizedPendingCapture'].includes(transactionStatus)
}
