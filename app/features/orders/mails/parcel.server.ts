import { z } from 'zod'
import { facts } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { orderLetter } from '../mails.ts'
import { addressOf, itemsOf, mintLink, toBuyer } from '../mails.server.ts'
import { showTracking } from '../parcels.ts'
import { findParcel, listParcels, type Parcel } from '../store/parcels.server.ts'
import type { OrderView } from '../store/read.server.ts'
import { orderSubject } from '../subject.ts'

/** `unsent`: it was marked as shipped by mistake. `tracking`: its tracking number was corrected. */
const parcelWords = {
  sent: { subject: 'Shipped', heading: 'On its way', lead: 'Your package is on its way.' },
  unsent: {
    subject: 'Not shipped yet',
    heading: 'Not shipped yet',
    lead: 'We told you that your package had shipped. That was a mistake: it’s still with us, and we’ll email you when it leaves.',
  },
  tracking: {
    subject: 'Tracking number',
    heading: 'Your tracking number',
    lead: 'We corrected the tracking number of your package.',
  },
} as const

export const parcel = mailJob('mail-parcel', {
  payload: z.object({
    parcelId: z.string(),
    about: z.enum(['sent', 'unsent', 'tracking']),
    at: z.iso.datetime(),
  }),
  key: ({ parcelId, about, at }) => `parcel-${about}:${parcelId}:${at}`,
  async write(shop, { parcelId, about }) {
    const sent = await findParcel(shop.db, parcelId)
    // Taken back before its mail went out, or handed over again since: the last word is another mail's.
    if (!sent || (sent.sentAt === null) !== (about === 'unsent')) return undefined
    const siblings = await listParcels(shop.db, sent.orderId)
    return toBuyer(shop, sent.orderId, async (order) => {
      const { subject, heading, lead } = parcelWords[about]
      const tracking = about === 'unsent' ? null : showTracking(sent)
      const count = Math.max(siblings.length, sent.number)
      return orderLetter(orderSubject(order.lines), {
        heading,
        subject: `${subject}: your order ${order.id}`,
        text: lead,
        because: 'ordered',
        blocks: [
          {
            facts: facts({
              Package: isAllOf(order, sent) ? '' : `${sent.number} of ${count} so far`,
              'In the package': itemsOf(order, sent).join(', '),
              To: addressOf(order),
              Tracking: tracking?.text,
              Order: order.id,
            }),
          },
          { button: 'Track your package', href: tracking?.url },
          { button: 'Open your order', href: mintLink(shop, order) },
          {
            note:
              about === 'unsent'
                ? 'You can still return it yourself on your order page.'
                : 'From here on, write to us about a return and we’ll work it out with you.',
          },
        ],
      })
    })
  },
})

function isAllOf({ lines }: OrderView, sent: Parcel): boolean {
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'shipping' && !returnedAt)
    .every(({ position, quantity }) =>
      sent.lines.some((part) => part.position === position && part.quantity === quantity),
    )
}
