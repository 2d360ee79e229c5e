import type { ReactNode } from 'react'

type Props = {
  words: ReactNode
  back: { to: string; label: string }
  children?: ReactNode
}

export function PreviewBar({ words, back, children }: Props) {
  return (
    <aside
      className="sticky top-0 z-40 flex flex-wrap gap-x-6 gap-y-2 items-center py-3 px-6 bg-sheet border-b-2 border-b-accent [font-size:var(--text-sm)] [&>p]:mr-auto [&_nav]:flex [&_nav]:flex-wrap [&_nav]:gap-4 [&_[aria-current=page]]:text-ink [&_[aria-current=page]]:no-underline"
      aria-label="Preview"
    >
      <p>
        <b>Preview</b> {words}
      </p>
      {children}
      <a className="link" href={back.to}>
        {back.label}
      </a>
    </aside>
  )
}
