import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { classFacts, classText, type ClassDetails, why } from './class-details.ts'

type Props = ClassDetails & {
  /** Who canceled: the student, or the shop the whole class. */
  by: 'student' | 'shop'
  /** What becomes of the deposit, as one sentence. */
  money: string
  /** Where other dates are. */
  datesUrl: string
}

const headings = { student: 'Your seat is canceled', shop: 'This class is canceled' }
const texts = {
  student: 'The seat is free for somebody else. Nothing more is needed from you.',
  shop: 'We are sorry: this class does not take place. Nothing is needed from you.',
}
const file = 'The attached file takes it out of your calendar.'

/** A seat is given up, or the shop canceled the class: what becomes of the money, and a file that clears the calendar. */
export function canceledMail(props: Props): MailContent {
  const { by, courseName, money, datesUrl } = props
  return {
    subject: `Canceled: ${courseName}`,
    preview: `${texts[by]} ${money}`,
    why,
    body: (
      <>
        <MailHeading>{headings[by]}</MailHeading>
        <MailText>{texts[by]}</MailText>
        <MailText>{money}</MailText>
        <MailFacts rows={classFacts(props)} />
        <MailButton href={datesUrl}>Other dates</MailButton>
        <MailNote>{file}</MailNote>
      </>
    ),
    text: [`${headings[by]}.`, texts[by], money, classText(props), file, `Other dates:\n${datesUrl}`].join(
      '\n\n',
    ),
  }
}
