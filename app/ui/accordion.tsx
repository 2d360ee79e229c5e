import { type ReactNode, useId } from 'react'

export type AccordionItem = { title: ReactNode; content: ReactNode; id?: string; open?: boolean }

/** A shared name: one is open at a time and can be closed. Find-in-page reaches closed ones. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  const name = useId()
  return (
    <div className="border-b border-hairline">
      {items.map((item, index) => (
        <details
          className="disclosure border-t border-hairline"
          key={item.id ?? index}
          name={name}
          id={item.id}
          open={item.open}
        >
          <summary className="flex min-h-16 items-center justify-between gap-6 py-3 font-display text-lg leading-snug hover:text-accent">
            {item.title}
          </summary>
          <div className="max-w-[66ch] pr-12 pb-6 text-muted [&>*+*]:mt-3">
            {typeof item.content === 'string' ? <p>{item.content}</p> : item.content}
          </div>
        </details>
      ))}
    </div>
  )
}
