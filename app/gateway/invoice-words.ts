/** Why an invoice is closed, as stored by the gateway and shown on the order's page. */
export const overdueReason = 'The invoice was not paid in time.'
export const withdrawnReason = 'The invoice was withdrawn.'
