import { formatCentsExact } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import {
  itemTitle,
  type MailedOrder,
  mailedRows,
  themeOf,
  why,
} from '#app/features/orders/emails/mailed-order.ts'
import { rowsText } from '#app/mail/rows-text.ts'
import { balanceMailWords, type BalanceMailKind, unpaidWords } from '../words/balance-mails.ts'
import type { Terms } from '../rules/agreement.ts'
import { termsRows } from '../words/agreement.ts'
import { taxWords } from '../words/balance.ts'

type Props = MailedOrder & {
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

export function balanceMail(props: Props): MailContent {
  const { about, orderId, plate, amountCents, taxCents, dueOn, releasedOn, link } = props
  const totalCents = amountCents + taxCents
  const { subject, heading, lead } = balanceMailWords[about]
  const on = { dueOn, total: formatCentsExact(totalCents), what: itemTitle(props) }
  const rows = [
    { label: 'Reservation', value: on.what },
    ...mailedRows(termsRows(props.terms)),
    { label: 'Order', value: orderId },
    { label: 'Price', value: formatCentsExact(props.priceCents) },
    { label: 'Deposit paid', value: `-${formatCentsExact(props.depositCents)}` },
    { label: 'Balance', value: formatCentsExact(amountCents) },
    ...(taxCents > 0 ? [{ label: 'Sales tax', value: formatCentsExact(taxCents) }] : []),
    { label: 'To pay', value: on.total },
    { label: 'Due', value: dueOn },
  ]
  const note = unpaidWords(dueOn, releasedOn)
  return {
    subject: subject(on),
    preview: lead(on),
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{lead(on)}</MailText>
        <MailFacts rows={rows} />
        <MailText>{taxWords(props)}</MailText>
        <MailButton href={link}>Pay the balance</MailButton>
        <MailNote>{note}</MailNote>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [
      `${heading}. ${lead(on)}`,
      rowsText(rows),
      taxWords(props),
      `Pay the balance:\n${link}`,
      note,
    ].join('\n\n'),
  }
}
