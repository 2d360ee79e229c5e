import type { ReactNode } from 'react'
import '../questions.css'

type Disclosure = { id: string; title: string; content: ReactNode }

type Props = {
  items: readonly Disclosure[]
  /** Disclosures of one name close each other. */
  name: string
  startIndex?: number
}

export function Questions({ items, name, startIndex = 0 }: Props) {
  return (
    <div className="questions" style={{ counterReset: `question ${startIndex}` }}>
      {items.map(({ id, title, content }) => (
        <details
          className="disclosure relative scroll-mt-20 border-b border-hairline last:border-b-0"
          key={id}
          name={name}
        >
          <summary className="relative flex min-h-[72px] items-center justify-between gap-6 py-3 hover:text-accent">
            <h3 className="font-display text-lg leading-snug font-book text-balance lg:text-xl">{title}</h3>
          </summary>
          <div className="grid gap-4 pb-8 text-muted lg:pr-10 [&>p]:max-w-text [&>p]:text-pretty" id={id}>
            {content}
          </div>
        </details>
      ))}
    </div>
  )
}
