import { dateFormat } from '#app/kit/date-format.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import type { DropTheme } from '../rules.ts'

type Props = {
  orderId: string
  patchName: string
  dropName: string
  theme: DropTheme
  launchDate: Date | null
  codes: readonly string[]
  /** The page of the drop where a code is typed. */
  link: string
  timeZone: string
}

/** The codes that came with a patch: what they open, from when, and where they are typed. */
export function earlyAccessMail(props: Props): MailContent {
  const { orderId, patchName, dropName, theme, launchDate, codes, link, timeZone } = props
  const groupedCodes = codes.map(groupedCode)
  const heading = groupedCodes.length === 1 ? 'Your early-access code' : 'Your early-access codes'
  const opens = opensText(launchDate, timeZone)
  const usage =
    groupedCodes.length === 1
      ? 'It opens one reservation, once. A reservation that runs out or is let go before payment frees it again.'
      : 'Each opens one reservation, once. A reservation that runs out or is let go before payment frees its code again.'
  const note =
    'Whoever has a code can use it. While it holds or has taken a number, the patch cannot be given back; once you give the patch back, its code ends.'
  return {
    subject: `${heading} for ${dropName}`,
    preview: opens,
    theme,
    why: 'You get this mail because you bought a patch with early access in the PACo shop.',
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{opens}</MailText>
        <MailFacts
          rows={[
            ...groupedCodes.map((code, index) => ({
              label: groupedCodes.length === 1 ? 'Code' : `Code ${index + 1}`,
              value: code,
            })),
            { label: 'Drop', value: dropName },
            { label: 'Patch', value: patchName },
            { label: 'Order', value: orderId },
          ]}
        />
        <MailText>{usage}</MailText>
        <MailButton href={link}>Reserve a number</MailButton>
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [
      `${heading} for ${dropName}: ${groupedCodes.join(', ')}`,
      opens,
      usage,
      `Reserve a number:\n${link}`,
      `${patchName}. Order ${orderId}.`,
      note,
    ].join('\n\n'),
  }
}

function opensText(launchDate: Date | null, timeZone: string): string {
  if (!launchDate) return 'It opens the reservation 24 hours before the launch, which has no date yet.'
  const launch = dateFormat('en-US', {
    timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(launchDate)
  return `It opens the reservation 24 hours before the launch on ${launch}.`
}

/** A code in groups of four, as it is read aloud and typed. */
function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
