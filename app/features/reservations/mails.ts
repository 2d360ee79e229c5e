import {
  itemTitle,
  linkNote,
  type MailedOrder,
  noticeLetter,
  offeredFacts,
  themeOf,
  why,
} from '#app/features/orders/mails.ts'
import { type DocumentKind, documentKindWords } from '#app/features/orders/review.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import { type Terms, type BalanceReminder, type Exit, exitRows } from './rules.ts'
import { agreementWords, priceRows, termsRows, taxWords } from './words.ts'

export function approvedLetter(order: MailedOrder, link: string): Letter {
  const text =
    'Our staff checked your order against the rules of the states it concerns and approved it. It moves on now.'
  return noticeLetter(order, { heading: 'Your order passed our review', texts: [text], link })
}

export function declinedLetter(order: MailedOrder, note: string, link: string): Letter {
  const { title, text } = exitRows.declined
  const money = 'Everything you paid goes back the way it was paid. We email you each refund.'
  return noticeLetter(order, { heading: title, texts: [text, note, money], link })
}

const documentHow =
  'Upload it on your order page; please don’t email it. Only our staff can open it, and we delete it when we no longer need it. Your order waits until we have read it. If you cannot get it, tell us: whatever is refundable, you can still refund on your order page.'

/** Staff want documents by a day, `2026-12-01`. `link` leads to where the buyer uploads them. */
export function documentLetter(
  order: MailedOrder,
  { note, dueOn, documents }: { note: string; dueOn: string; documents: readonly DocumentKind[] },
  link: string,
): Letter {
  const due = formatCalendarDate(dueOn)
  return noticeLetter(order, {
    heading: 'We need a document from you',
    texts: [note, `Please send it by ${due}.`, documentHow],
    rows: facts({ Document: nameKinds(documents), By: due }),
    button: 'Upload it',
    link,
  })
}

export function documentRefusedLetter(
  order: MailedOrder,
  { kind, reason }: { kind: DocumentKind; reason: string },
  link: string,
): Letter {
  return noticeLetter(order, {
    heading: 'We could not accept your document',
    texts: [`We read your document (${documentKindWords[kind]}) and need another one.`, reason, documentHow],
    rows: facts({ Document: nameKinds([kind]) }),
    button: 'Upload it',
    link,
  })
}

function nameKinds(documents: readonly DocumentKind[]): string {
  return documents.map((kind) => documentKindWords[kind]).join(', ')
}

export function closedLetter(
  order: MailedOrder,
  exit: { exit: Exit; note: string; refundCents: number },
  link: string,
): Letter {
  return noticeLetter(order, { heading: exitRows[exit.exit].title, texts: exitParagraphs(exit), link })
}

export function exitParagraphs({
  exit,
  note,
  refundCents,
}: {
  exit: Exit
  note: string
  refundCents: number
}) {
  const amount = refundCents > 0 ? formatCentsExact(refundCents) : ''
  return [exitRows[exit].text, note, exitMoneyWords(amount)]
}

function exitMoneyWords(amount: string): string {
  return amount
    ? `${amount} of what you paid to reserve it goes back the way it was paid, and a balance you paid goes back in full. We email you each refund.`
    : 'As we agreed in writing, the deposit stays with us. A balance you paid goes back in full.'
}

export function dealerWithdrewLetter(order: MailedOrder, link: string): Letter {
  const text =
    'Your dealer withdrew, or may not receive your order any more. Nothing is lost: choose another dealer on your order page, and we’ll contact them.'
  const heading = 'Your dealer can’t receive it'
  return noticeLetter(order, { heading, texts: [text], button: 'Choose another dealer', link })
}

export function agreementLetter(
  order: MailedOrder,
  terms: Terms,
  depositCents: number,
  link: string,
): Letter {
  return noticeLetter(order, {
    heading: agreementWords.title,
    texts: [agreementWords.mail(terms.priceCents)],
    rows: offeredFacts(priceRows(terms, depositCents)),
    button: agreementWords.button,
    link,
  })
}

type MailedBalance = MailedOrder & {
  about: BalanceMailKind
  /** What is built and what its price includes; missing where no terms are on record. */
  terms: Pick<Terms, 'variant' | 'includes'> | undefined
  priceCents: number
  depositCents: number
  amountCents: number
  taxCents: number
  taxLabel: string
  taxState: string
  dueOn: string
  releasedOn: string
  /** The private link to the balance's page. Anyone who has it can open the order. */
  link: string
}

export function balanceLetter(balance: MailedBalance): Letter {
  const { about, orderId, plate, amountCents, taxCents, dueOn, releasedOn, link } = balance
  const { subject, heading, lead } = balanceWords[about]
  const on = { dueOn, total: formatCentsExact(amountCents + taxCents), what: itemTitle(balance) }
  return {
    subject: subject(on),
    preview: lead(on),
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading },
      { text: lead(on) },
      {
        facts: [
          ...facts({ Reservation: on.what }),
          ...offeredFacts(termsRows(balance.terms)),
          ...facts({
            Order: orderId,
            Price: formatCentsExact(balance.priceCents),
            'Deposit paid': `-${formatCentsExact(balance.depositCents)}`,
            Balance: formatCentsExact(amountCents),
            'Sales tax': taxCents > 0 ? formatCentsExact(taxCents) : '',
            'To pay': on.total,
            Due: dueOn,
          }),
        ],
      },
      { text: taxWords(balance) },
      { button: 'Pay the balance', href: link },
      { note: unpaidWords(dueOn, releasedOn) },
      { note: linkNote },
    ],
  }
}

export type BalanceMailKind = 'requested' | 'extended' | 'tax_changed' | BalanceReminder

type On = { what: string; total: string; dueOn: string }
type MailWords = { subject: (on: On) => string; heading: string; lead: (on: On) => string }

const balanceWords: Record<BalanceMailKind, MailWords> = {
  requested: {
    subject: ({ what, dueOn }) => `Balance due ${dueOn}: ${what}`,
    heading: 'Your balance is due',
    lead: ({ total, dueOn }) =>
      `You agreed to the final price, and the build begins once the rest is paid: ${total} by ${dueOn}.`,
  },
  extended: {
    subject: ({ what, dueOn }) => `More time to pay, until ${dueOn}: ${what}`,
    heading: 'More time to pay',
    lead: ({ total, dueOn }) => `Your balance of ${total} is now due ${dueOn}.`,
  },
  tax_changed: {
    subject: ({ what, dueOn }) => `Balance changed, due ${dueOn}: ${what}`,
    heading: 'Your balance has changed',
    lead: ({ total, dueOn }) =>
      `You have another dealer now, and sales tax follows the place where they hand it over. The balance is ${total}, due ${dueOn} as before.`,
  },
  week: {
    subject: ({ what, dueOn }) => `Reminder: balance due ${dueOn}, ${what}`,
    heading: 'Your balance is due in a week',
    lead: ({ total, dueOn }) => `${total} is due ${dueOn}. The build begins once it’s paid.`,
  },
  two_days: {
    subject: ({ what, dueOn }) => `Reminder: balance due ${dueOn}, ${what}`,
    heading: 'Your balance is due in two days',
    lead: ({ total, dueOn }) => `${total} is due ${dueOn}. The build begins once it’s paid.`,
  },
  today: {
    subject: ({ what }) => `Balance due today: ${what}`,
    heading: 'Your balance is due today',
    lead: ({ total }) => `${total} is due today. The build begins once it’s paid.`,
  },
  overdue: {
    subject: ({ what }) => `Balance overdue: ${what}`,
    heading: 'Your balance is overdue',
    lead: ({ total, dueOn }) =>
      `${total} was due ${dueOn} and hasn’t arrived. You can still pay it, or write to us if you need more time.`,
  },
}

export function unpaidWords(dueOn: string, releasedOn: string): string {
  return `If the balance isn’t paid by ${dueOn}, we remind you, and keep the reservation until ${releasedOn}. After that we may release it to others, and you get the whole deposit back. If you need more time, write to us.`
}
