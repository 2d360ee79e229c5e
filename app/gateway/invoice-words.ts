/** Why an invoice is closed, as the gateway says it and the order's page shows it. */
export const overdueReason = 'The invoice was not paid in time.'
/** The shop closed it before it was paid. */
export const withdrawnReason = 'The invoice was withdrawn.'
