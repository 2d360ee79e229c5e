import type { ReactNode } from 'react'

type Props = {
  /** Engraved large behind the words: a number such as 404. */
  mark: string
  title: string
  text?: string | undefined
  children: ReactNode
}

/** A screen that has one thing to say. */
export function StatusPlate({ mark, title, text, children }: Props) {
  return (
    <section className="status-plate wrap">
      <p className="status-mark" data-mark={mark} aria-hidden="true" />
      <h1 className="h1">{title}</h1>
      {text && <p className="lead">{text}</p>}
      <div className="btns">{children}</div>
    </section>
  )
}
