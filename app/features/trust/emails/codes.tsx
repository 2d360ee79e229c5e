import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { notLegalAdvice } from '../words.ts'

type Props = { orderId: string; codes: readonly string[]; publicUrl: string }

/** The codes of free trust packs, one for each reserved firearm. */
export function codesMail({ orderId, codes, publicUrl }: Props): MailContent {
  const isOne = codes.length === 1
  const lead = isOne
    ? 'The firearm you reserved comes with a trust pack: an editable template of your state, a guided worksheet, guides and a checklist.'
    : `The ${codes.length} firearms you reserved come with a trust pack each: an editable template of your state, a guided worksheet, guides and a checklist.`
  const how = `Enter the code at ${publicUrl}/trust. ${isOne ? 'It works' : 'Each works'} once, and ends with the reservation if that is given back.`
  return {
    subject: isOne ? 'Your free trust pack' : 'Your free trust packs',
    preview: 'The code is inside.',
    body: (
      <>
        <MailHeading>{isOne ? 'Your free trust pack' : 'Your free trust packs'}</MailHeading>
        <MailText>{lead}</MailText>
        <MailFacts
          rows={codes.map((code, at) => ({ label: isOne ? 'Code' : `Code ${at + 1}`, value: code }))}
        />
        <MailText>{how}</MailText>
        <MailButton href={`${publicUrl}/trust/buy`}>Use the code</MailButton>
        <MailNote>
          Order {orderId}. You do not need a trust: an individual can own the firearm as well.
        </MailNote>
        <MailNote>{notLegalAdvice}</MailNote>
      </>
    ),
    text: [
      lead,
      codes.map((code) => `Code: ${code}`).join('\n'),
      how,
      `Order ${orderId}. You do not need a trust: an individual can own the firearm as well.`,
      notLegalAdvice,
    ].join('\n\n'),
  }
}
