import BookOpen from 'lucide-react/icons/book-open'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { contactWords } from '../words.ts'

/** Where else help is: at the desk, and in the answers that are written already. `hours` are those of the desk, in words. */
export function HelpCards({ hours }: { hours: string | null }) {
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
