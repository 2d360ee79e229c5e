import { type ReactNode, useId } from 'react'

/** One question and its answer. */
export type AccordionItem = { title: ReactNode; content: ReactNode; id?: string; open?: boolean }

/** Native disclosures that share a name: one is open at a time, and it can be closed. Found by the browser's search. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  const name = useId()
  return (
    <div className="acc">
      {items.map((item, index) => (
        <details key={item.id ?? index} name={name} id={item.id} open={item.open}>
          <summary>{item.title}</summary>
          <div className="acc-tx">
            {typeof item.content === 'string' ? <p>{item.content}</p> : item.content}
          </div>
        </details>
      ))}
    </div>
  )
}
