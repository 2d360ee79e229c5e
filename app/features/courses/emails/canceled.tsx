import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { classFacts, classText, type ClassDetails, why } from './class-details.ts'

type Props = ClassDetails & {
  by: 'student' | 'shop'
  money: string
  datesUrl: string
}

const headings = { student: 'Your seat is canceled', shop: 'This class is canceled' }
const texts = {
  student: 'Your seat is open for someone else. There is nothing more you need to do.',
  shop: 'We’re sorry, we had to cancel this class. There is nothing you need to do.',
}
const file = 'The attached file removes it from your calendar.'

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
