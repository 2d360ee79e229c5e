export type PaidFor = 'all' | 'nothing' | 'deposit' | 'deposits' | 'some'

export const paidWords: Record<PaidFor, { subject: string; text: string }> = {
  all: { subject: 'Paid', text: 'Your order is paid.' },
  nothing: { subject: 'Confirmed', text: 'Your order is confirmed.' },
  deposit: { subject: 'Deposit paid', text: 'Your deposit is paid.' },
  deposits: { subject: 'Deposits paid', text: 'Your deposits are paid.' },
  some: { subject: 'Payment received', text: 'Everything due now is paid.' },
}
