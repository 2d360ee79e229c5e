/** What was paid for in an order: all of it, nothing as it is free, a deposit, several deposits, or deposits beside other goods. */
export type PaidFor = 'all' | 'nothing' | 'deposit' | 'deposits' | 'some'

/** What a paid order's page and email say of its payment. After a deposit the rest is still due. */
export const paidWords: Record<PaidFor, { subject: string; text: string }> = {
  all: { subject: 'Paid', text: 'Your order is paid.' },
  nothing: { subject: 'Confirmed', text: 'Your order is confirmed.' },
  deposit: { subject: 'Deposit paid', text: 'Your deposit is paid.' },
  deposits: { subject: 'Deposits paid', text: 'Your deposits are paid.' },
  some: { subject: 'Payment received', text: 'Everything due now is paid.' },
}
