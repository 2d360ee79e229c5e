/** Where the list is. */
export const ordersPath = '/staff/orders'

/** The longest note on an order, in characters. */
export const maxNoteLength = 2_000

/** The longest reason for a refund, a correction or an override, in characters. */
export const maxReasonLength = 300
