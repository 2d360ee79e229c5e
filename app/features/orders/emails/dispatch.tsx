import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, themeOf } from './mailed-order.ts'

type Props = MailedOrder & {
  /** What is in the parcel. */
  items: readonly string[]
  /** Where it goes, on one line. */
  address: string
  tracking: string
  link: string
}

/** The parcel is on its way: what is in it, where it goes, and how to follow it. */
export function dispatchMail({ orderId, plate, items, address, tracking, link }: Props): MailContent {
  const lead = 'Your parcel is on its way.'
  const over = 'From here on a return goes through us: write to us, and we settle it with you.'
  return {
    subject: `Dispatched: your order ${orderId}`,
    preview: lead,
    theme: themeOf(plate),
    why: 'You get this mail because something was ordered at the PACo shop with this address.',
    body: (
      <>
        <MailHeading>On its way</MailHeading>
        <MailText>{lead}</MailText>
        <MailFacts
          rows={[
            { label: 'In the parcel', value: items.join(', ') },
            { label: 'To', value: address },
            ...(tracking ? [{ label: 'Tracking', value: tracking }] : []),
            { label: 'Order', value: orderId },
          ]}
        />
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>{over}</MailNote>
      </>
    ),
    text: [
      `${lead} Order ${orderId}.`,
      `In the parcel: ${items.join(', ')}\nTo: ${address}${tracking ? `\nTracking: ${tracking}` : ''}`,
      `Your private link:\n${link}`,
      over,
    ].join('\n\n'),
  }
}
