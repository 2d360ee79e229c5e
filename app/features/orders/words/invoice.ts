import { formatCents } from '#app/kit/money.ts'

export const invoiceWords = {
  means: (dueOn: string) =>
    `First we email you to confirm your address. Then you get the invoice, and we hold everything for you until ${dueOn}. If it isn’t paid by then, the order is canceled and you owe nothing.`,
  button: 'Reserve and pay by invoice',
  title: 'Waiting for your payment',
  text: (amountCents: number, dueOn: string) =>
    `We’re holding everything for you. Pay ${formatCents(amountCents)} by ${dueOn}. This page and an email will tell you when your payment has arrived.`,
  name: (orderId: string) => `Include your order number: ${orderId}.`,
  owed: (dueOn: string) =>
    `First we email you to confirm your address. Then you get the invoice, due ${dueOn}. If it isn’t paid by then, the invoice is closed, and you can ask for another one on the page of your reservation.`,
  owedOverdue:
    'If it isn’t paid by then, this invoice is closed, and you can ask for another one on the page of your reservation.',
  overdue: 'If it isn’t paid by then, the order is canceled and you owe nothing.',
} as const
