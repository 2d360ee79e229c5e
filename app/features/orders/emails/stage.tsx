import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import type { Stage } from '../rules.ts'
import type { Enclosure } from '../sellable.ts'
import { pathOf } from '../rules/path.ts'
import { stageWordsOf } from '../words/stages.ts'
import { certificateWords } from '../words/order-subject.ts'
import type { OfferedRow } from '../words/offered.ts'
import { correctedShipment, type ShownTracking, trackShipmentWords } from '../words/parcels.ts'
import { Enclosures, enclosuresText } from './enclosures.tsx'
import { type MailedOrder, itemTitle, mailedRows, themeOf, why } from './mailed-order.ts'

type Props = MailedOrder & {
  stage: Stage
  itemClass: string | null
  offered: readonly OfferedRow[]
  shipment?: ShownTracking | null
  back?: { from: Stage; reason: string } | undefined
  isCorrection?: boolean
  link: string
  enclosed?: readonly Enclosure[]
  publicUrl?: string
}

export function stageMail(props: Props): MailContent {
  const { orderId, plate, stage, itemClass, offered, shipment, isCorrection, back, link } = props
  const { enclosed = [], publicUrl = '' } = props
  const moved = isCorrection ? correctedShipment : stageWordsOf(stage, itemClass)
  const { label, text } = back ? backWords(stage, itemClass, back) : moved
  const path = pathOf(itemClass)
  const what = itemTitle(props)
  const certificate = plate && stage === 'picked_up' ? certificateWords : ''
  const step = `Stage ${path.indexOf(stage) + 1} of ${path.length}`
  return {
    subject: `${label}: ${what}`,
    preview: text,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{label}</MailHeading>
        <MailText>{text}</MailText>
        {certificate && <MailText>{certificate}</MailText>}
        <MailFacts
          rows={[
            { label: 'Reservation', value: what },
            ...mailedRows(offered),
            { label: 'Progress', value: step },
            { label: 'Order', value: orderId },
            ...(shipment ? [{ label: 'Tracking', value: shipment.text }] : []),
          ]}
        />
        {shipment?.url && <MailButton href={shipment.url}>{trackShipmentWords}</MailButton>}
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
        <Enclosures enclosed={enclosed} publicUrl={publicUrl} />
      </>
    ),
    text: [
      `${label}. ${what}.`,
      text,
      ...(certificate ? [certificate] : []),
      ...(offered.length > 0 ? [rowsText(mailedRows(offered))] : []),
      `${step}. Order ${orderId}.`,
      ...(shipment ? [`Tracking: ${shipment.text}`] : []),
      ...(shipment?.url ? [`${trackShipmentWords}:\n${shipment.url}`] : []),
      `Your private link:\n${link}`,
      ...enclosuresText({ enclosed, publicUrl }),
    ].join('\n\n'),
  }
}

/** What a buyer reads of a step back: the words of the stage would say that it had just come there. */
function backWords(stage: Stage, itemClass: string | null, { from, reason }: NonNullable<Props['back']>) {
  const { label } = stageWordsOf(stage, itemClass)
  const earlier = stageWordsOf(from, itemClass).label
  const next = 'We’ll email you when it moves on. Answer this email if you have a question.'
  const moved = `Your reservation went back from “${earlier}” to “${label}”.`
  const why = reason && `Why: ${endedSentence(reason)}`
  return { label: `Back to “${label}”`, text: [moved, why, next].filter(Boolean).join(' ') }
}

function endedSentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
