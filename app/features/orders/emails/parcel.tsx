import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import type { ShownTracking } from '../words/parcels.ts'
import { type MailedOrder, themeOf } from './mailed-order.ts'

type Props = MailedOrder & {
  /** `unsent`: it was marked as shipped by mistake. `tracking`: its tracking number was corrected. */
  about: 'sent' | 'unsent' | 'tracking'
  /** The parcel of how many, such as `1 of 2`; empty when everything comes in one. */
  which: string
  items: readonly string[]
  address: string
  tracking: ShownTracking | null
  link: string
}

const headings = {
  sent: 'On its way',
  unsent: 'Not shipped yet',
  tracking: 'Your tracking number',
} as const

const leads = {
  sent: 'Your package is on its way.',
  unsent:
    'We told you that your package had shipped. That was a mistake: it’s still with us, and we’ll email you when it leaves.',
  tracking: 'We corrected the tracking number of your package.',
} as const

const subjects = { sent: 'Shipped', unsent: 'Not shipped yet', tracking: 'Tracking number' } as const

export function parcelMail(props: Props): MailContent {
  const { about, orderId, plate, which, items, address, tracking, link } = props
  const lead = leads[about]
  const over =
    about === 'unsent'
      ? 'You can still return it yourself on your order page.'
      : 'From here on, write to us about a return and we’ll work it out with you.'
  const facts = [
    ...(which ? [{ label: 'Package', value: which }] : []),
    { label: 'In the package', value: items.join(', ') },
    { label: 'To', value: address },
    ...(tracking && about !== 'unsent' ? [{ label: 'Tracking', value: tracking.text }] : []),
    { label: 'Order', value: orderId },
  ]
  const url = about === 'unsent' ? null : (tracking?.url ?? null)
  return {
    subject: `${subjects[about]}: your order ${orderId}`,
    preview: lead,
    theme: themeOf(plate),
    why: `You’re getting this email because something was ordered at the ${brand} shop with this address.`,
    body: (
      <>
        <MailHeading>{headings[about]}</MailHeading>
        <MailText>{lead}</MailText>
        <MailFacts rows={facts} />
        {url && <MailButton href={url}>Track your package</MailButton>}
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>{over}</MailNote>
      </>
    ),
    text: [
      lead,
      rowsText(facts),
      ...(url ? [`Track your package:\n${url}`] : []),
      `Your private link:\n${link}`,
      over,
    ].join('\n\n'),
  }
}
