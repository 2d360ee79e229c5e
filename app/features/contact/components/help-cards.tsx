import BookOpen from 'lucide-react/icons/book-open'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { contactWords } from '../words.ts'

/** Other ways to get help: the desk, and the pages with answers. `hours` are those of the desk, in words. */
export function HelpCards({ hours }: { hours: string | null }) {
  const { help } = contactWords
  return (
    <section className="section" aria-labelledby="help">
      <div className="wrap">
        <div className="section-head">
          <h2 className="h2" id="help">
            {help.title}
          </h2>
        </div>
        <div className="grid divide-hairline border-y border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
          <Help icon={<MessagesSquare />} {...help.chat} to="#write">
            {hours && <p className="mb-4 text-sm text-faint">{hours}</p>}
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
    <article className="flex flex-col items-start gap-3 py-8 text-muted lg:px-8 lg:first:pl-0">
      <span className="mb-2 text-accent *:size-7 *:stroke-1">{icon}</span>
      <h3 className="h3 text-ink">{title}</h3>
      <p>{text}</p>
      {children}
      <ButtonLink to={to} className="mt-auto max-lg:w-full">
        {call}
      </ButtonLink>
    </article>
  )
}
