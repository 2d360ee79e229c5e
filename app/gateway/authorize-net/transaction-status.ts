export type TransactionStatus = 'captured' | 'review' | 'declined'

/** A charge counts as captured once it waits for settlement. An unknown status is left to a person. */
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

export function transactionStatusOf({ transactionStatus }: { transactionStatus: string }): TransactionStatus {
  return transactionStatuses[transactionStatus] ?? 'review'
}

/** Waiting for the nightly settlement: it can be voided whole, but not refunded yet. */
export function isUnsettled({ transactionStatus }: { transactionStatus: string }): boolean {
  return ['capturedPendingSettlement', 'couldNotVoid', 'authorizedPendingCapture'].includes(transactionStatus)
}
