import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailPlate, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import { underReviewWords } from '../words/under-review.ts'
import { refundPolicy } from '../words/refund-policy.ts'
import { subjectNounOf } from '../words/order-subject.ts'
import type { Enclosure } from '../sellable.ts'
import { Enclosures, enclosuresText } from './enclosures.tsx'
import type { OfferedRow } from '../words/offered.ts'
import { type MailedOrder, itemTitle, mailedRows, themeOf, why } from './mailed-order.ts'

type Props = MailedOrder & {
  paidCents: number
  link: string
  /** The state review note for the buyer; empty if none. */
  review: string
  enclosed: readonly Enclosure[]
  /** What it reserves, in rows; empty where nothing is to be said. */
  offered: readonly OfferedRow[]
  publicUrl: string
}

const next = [
  'We email you before the build begins, and at every stage after that.',
  'If you haven’t yet, choose the dealer who hands it over, on your order page.',
  'We file the federal transfer form. You pick up the firearm at your dealer after approval, which can take a while.',
]
const keep = 'Keep this email: anyone who has the link can see your order and request a refund.'

export function confirmationMail(props: Props): MailContent {
  const { orderId, plate, paidCents, link, review, offered } = props
  const what = itemTitle(props)
  const paid = formatCents(paidCents)
  const rows = [
    { label: 'Order', value: orderId },
    { label: 'Reserved', value: what },
    ...mailedRows(offered),
    { label: 'Deposit paid', value: paid },
  ]
  return {
    subject: `${what} is reserved for you`,
    preview: `Deposit of ${paid} paid. Your private link is inside.`,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>Your {subjectNounOf(props)} is reserved</MailHeading>
        {plate && (
          <MailPlate
            number={plate.unitNumber}
            of={plate.total}
            title={plate.dropName}
            caption="Made under federal license"
          />
        )}
        <MailText>
          {review
            ? underReviewWords.mail(what, paid)
            : `${what} is yours. The refundable deposit of ${paid} is paid.`}
        </MailText>
        {review && <MailText>{review}</MailText>}
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>{keep}</MailNote>
        <MailFacts rows={rows} />
        {next.map((step) => (
          <MailText key={step}>{step}</MailText>
        ))}
        <Enclosures {...props} />
        {refundPolicy.map((rule) => (
          <MailNote key={rule}>{rule}</MailNote>
        ))}
      </>
    ),
    text: [
      `Your ${subjectNounOf(props)} is reserved: ${what}.`,
      `${review ? underReviewWords.mail(what, paid) : `The refundable deposit of ${paid} is paid.`} Order ${orderId}.`,
      ...(review ? [review] : []),
      ...(offered.length > 0 ? [rowsText(mailedRows(offered))] : []),
      `Your private link:\n${link}\n${keep}`,
      'What happens next',
      ...next,
      ...enclosuresText(props),
      'Refunds',
      ...refundPolicy,
    ].join('\n\n'),
  }
}
