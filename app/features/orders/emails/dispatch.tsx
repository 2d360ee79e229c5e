import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type MailedOrder, themeOf } from './mailed-order.ts'

type Props = MailedOrder & {
  /** What is in the package. */
  items: readonly string[]
  /** The address on one line. */
  address: string
  tracking: string
  link: string
}

/** The package shipped: contents, address and tracking. */
export function dispatchMail({ orderId, plate, items, address, tracking, link }: Props): MailContent {
  const lead = 'Your package is on its way.'
  const over = 'From here on, write to us about a return and we’ll work it out with you.'
  return {
    subject: `Shipped: your order ${orderId}`,
    preview: lead,
    theme: themeOf(plate),
    why: 'You’re getting this email because something was ordered at the PACo shop with this address.',
    body: (
      <>
        <MailHeading>On its way</MailHeading>
        <MailText>{lead}</MailText>
        <MailFacts
          rows={[
            { label: 'In the package', value: items.join(', ') },
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
      `In the package: ${items.join(', ')}\nTo: ${address}${tracking ? `\nTracking: ${tracking}` : ''}`,
      `Your private link:\n${link}`,
      over,
    ].join('\n\n'),
  }
}
