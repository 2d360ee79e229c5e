import { brand } from '#app/kit/brand.ts'
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
  link: string
  timeZone: string
}

export function earlyAccessMail(props: Props): MailContent {
  const { orderId, patchName, dropName, theme, launchDate, codes, link, timeZone } = props
  const groupedCodes = codes.map(groupedCode)
  const heading = groupedCodes.length === 1 ? 'Your early-access code' : 'Your early-access codes'
  const opens = opensText(launchDate, timeZone)
  const usage =
    groupedCodes.length === 1
      ? 'It works for one reservation. If that reservation expires or is released before payment, you can use it again.'
      : 'Each works for one reservation. If that reservation expires or is released before payment, you can use the code again.'
  const note =
    'Anyone with the code can use it. While a code is in use, its patch cannot be returned. Returning the patch cancels its code.'
  return {
    subject: `${heading} for ${dropName}`,
    preview: opens,
    theme,
    why: `You received this email because you bought an early access patch from ${brand}.`,
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
  if (!launchDate) return 'It lets you reserve 24 hours before launch. The launch date is not set yet.'
  const launch = dateFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(launchDate)
  return `It lets you reserve 24 hours before the launch on ${launch}.`
}

function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
