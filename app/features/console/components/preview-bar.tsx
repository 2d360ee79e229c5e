import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  /** What is shown, after the word "Preview". */
  words: ReactNode
  /** The sheet that it belongs to, and what the way back is called. */
  back: { to: string; label: string }
  children?: ReactNode
}

/** Stands over a page that only staff see yet: says what it is, and leads back. */
export function PreviewBar({ words, back, children }: Props) {
  return (
    <aside className="con-preview" aria-label="Preview">
      <p>
        <b>Preview</b> {words}
      </p>
      {children}
      <Link className="link" to={back.to}>
        {back.label}
      </Link>
    </aside>
  )
}
