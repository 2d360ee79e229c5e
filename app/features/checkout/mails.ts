import { itemTitle, type MailedOrder, themeOf } from '#app/features/orders/mails.ts'
import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import { confirmEmailWords, confirmInvoiceWords } from './words.ts'

export function emailConfirmationLetter(link: string): Letter {
  const { title, mailText, button, notYou } = confirmEmailWords
  return {
    subject: 'Confirm your email to go on with your order',
    preview: mailText,
    why: `You’re getting this email because someone ordering at the ${brand} shop typed this address.`,
    blocks: [{ heading: title }, { text: mailText }, { button, href: link }, { note: notYou }],
  }
}

export function invoiceConfirmationLetter(order: MailedOrder, heldUntil: string, link: string): Letter {
  const { title, mailText, button, notYou } = confirmInvoiceWords
  return {
    subject: `Confirm your email to get the invoice for order ${order.orderId}`,
    preview: mailText(heldUntil),
    theme: themeOf(order.plate),
    why: `You’re getting this email because an invoice was requested at the ${brand} shop with this address.`,
    blocks: [
      { heading: title },
      { text: mailText(heldUntil) },
      { facts: facts({ Order: order.orderId, For: itemTitle(order) }) },
      { button, href: link },
      { note: notYou },
    ],
  }
}
