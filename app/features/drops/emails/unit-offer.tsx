import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailPlate, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailTheme, palettes } from '#app/mail/palette.ts'

type Props = {
  /** The number as it would be engraved. */
  plate: { dropName: string; unitNumber: number; total: number; theme: string }
  depositCents: number
  /** Until when the number is held, in words. */
  until: string
  /** Opens the checkout of this number. */
  link: string
  unsubscribeUrl: string
  /** The shop's postal address on one line; without it the layout writes the usual one. */
  postalLine: string | undefined
}

const why = 'You get this mail because this address is on the waitlist of this drop.'
const after =
  'If you do not want it, you do not need to do anything: it goes to the next person in line. Whoever has the link in this mail can reserve the number.'

/** A number of a sold-out drop came back, and it is this person's turn: it is held for them until an instant. */
export function unitOfferMail(props: Props): MailContent {
  const { plate, depositCents, until, link, unsubscribeUrl, postalLine } = props
  const { dropName, unitNumber, total, theme } = plate
  const heading = `Number ${unitNumber} is held for you`
  const held = `Number ${unitNumber} of ${dropName} has come back, and you are next in line. It is held for you until ${until}. Nobody else can reserve it before then.`
  const deposit = `Reserve it with a refundable deposit of ${formatCents(depositCents)}.`
  return {
    subject: `${heading}: ${dropName}`,
    preview: held,
    theme: theme in palettes ? (theme as MailTheme) : 'noir',
    why,
    unsubscribeUrl,
    ...(postalLine && { postalLine }),
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailPlate number={unitNumber} of={total} title={dropName} caption="Held for you" />
        <MailText>{held}</MailText>
        <MailText>{deposit}</MailText>
        <MailButton href={link}>{`Reserve number ${unitNumber}`}</MailButton>
        <MailFacts
          rows={[
            {
              label: 'Number',
              value: `${unitNumber} of ${total}`,
            },
            {
              label: 'Held until',
              value: until,
            },
            {
              label: 'Deposit',
              value: formatCents(depositCents),
            },
          ]}
        />
        <MailNote>{after}</MailNote>
      </>
    ),
    text: [`${heading}.`, held, deposit, `Reserve number ${unitNumber}:\n${link}`, after].join('\n\n'),
  }
}
