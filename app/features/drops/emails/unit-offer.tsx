import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailPlate, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { mailTheme } from '#app/mail/palette.ts'

type Props = {
  plate: { dropName: string; unitNumber: number; total: number; theme: string }
  depositCents: number
  /** The variants to choose from, with their prices in words; empty where there is no choice. */
  variants: readonly string[]
  until: string
  link: string
  unsubscribeUrl: string
  /** The shop's postal address on one line; the layout has a default. */
  postalLine: string | undefined
}

const why = 'You received this email because you are on the waitlist for this drop.'
const after =
  "If you don't want it, you don't need to do anything: it goes to the next person on the waitlist. Anyone with the link in this email can reserve the number."

export function unitOfferMail(props: Props): MailContent {
  const { plate, depositCents, variants, until, link, unsubscribeUrl, postalLine } = props
  const { dropName, unitNumber, total, theme } = plate
  const heading = `Number ${unitNumber} is held for you`
  const held = `Number ${unitNumber} of ${dropName} is available again, and you are next on the waitlist. It is held for you until ${until}. Nobody else can reserve it before then.`
  const reserve = `Reserve it with a refundable deposit of ${formatCents(depositCents)}.`
  const deposit = variants.length > 0 ? `${reserve} You choose its variant first.` : reserve
  return {
    subject: `${heading}: ${dropName}`,
    preview: held,
    theme: mailTheme(theme),
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
            ...(variants.length > 0 ? [{ label: 'Variants', value: variants.join('; ') }] : []),
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
    text: [
      `${heading}.`,
      held,
      deposit,
      ...(variants.length > 0 ? [`The variants: ${variants.join('; ')}.`] : []),
      `Reserve number ${unitNumber}:\n${link}`,
      after,
    ].join('\n\n'),
  }
}
