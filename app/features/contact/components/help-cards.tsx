import BookOpen from 'lucide-react/icons/book-open'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { contactWords } from '../words.ts'
import { telOf } from './reach-list.tsx'

type Props = {
  /** The hours in words. */
  hours: string | null
  email: string | null
  /** The number of the legal emergency line, where there is one. */
  legal: string | null
}

/** Where else help is: the desk, the answers that are written already, and the line for emergencies. */
export function HelpCards({ hours, email, legal }: Props) {
  const { help } = contactWords
  return (
    <section className="sec" aria-labelledby="help">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h2" id="help">
            {help.title}
          </h2>
        </div>
        <div className="ct-help">
          <Help icon={<MessagesSquare />} {...help.chat} to="#write">
            {hours && <p className="cap">{hours}</p>}
          </Help>
          <Help icon={<CircleQuestionMark />} {...help.faq} to="/faq" />
          <Help icon={<BookOpen />} {...help.learn} to="/learn" />
        </div>
        <LegalLine email={email} legal={legal} />
      </div>
    </section>
  )
}

type HelpProps = {
  icon: ReactNode
  title: string
  text: string
  call: string
  to: string
  children?: ReactNode
}

function Help({ icon, title, text, call, to, children }: HelpProps) {
  return (
    <article>
      {icon}
      <h3 className="h3">{title}</h3>
      <p>{text}</p>
      {children}
      <ButtonLink to={to}>{call}</ButtonLink>
    </article>
  )
}

function LegalLine({ email, legal }: Pick<Props, 'email' | 'legal'>) {
  const { title, text, call } = contactWords.legal
  return (
    <aside className="ct-legal" aria-label={title}>
      <div>
        <h3 className="h3">{title}</h3>
        <p>{text}</p>
      </div>
      <div className="btns">
        {legal && (
          <ButtonLink to={telOf(legal)} variant="primary">
            {legal}
          </ButtonLink>
        )}
        <ButtonLink to="/contact?subject=legal#write">{call}</ButtonLink>
        {email && (
          <ButtonLink to={`mailto:${email}?subject=URGENT`} variant="text">
            {email}
          </ButtonLink>
        )}
      </div>
    </aside>
  )
}
