import { formatCents } from '#app/kit/money.ts'

/** What the buyer reads where an order is paid by invoice. */
export const invoiceWords = {
  means: (dueOn: string) =>
    `We first send you a mail to confirm your address. Then you get the invoice, and everything is held for you until ${dueOn}. If it is not paid by then, the order is let go, and you owe nothing.`,
  button: 'Reserve and pay by invoice',
  title: 'Waiting for your payment',
  text: (amountCents: number, dueOn: string) =>
    `Everything is held for you. Pay ${formatCents(amountCents)} by ${dueOn}; this page and a mail tell you when it has arrived.`,
  name: (orderId: string) => `Name the order: ${orderId}.`,
  overdue: 'If it is not paid by then, the order is let go and you owe nothing.',
} as const
