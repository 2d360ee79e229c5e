export const ordersPath = '/staff/orders'

export const maxNoteLength = 2_000

export const maxReasonLength = 300
