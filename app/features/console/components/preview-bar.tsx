import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  words: ReactNode
  back: { to: string; label: string }
  children?: ReactNode
}

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
