import type { ReactNode } from 'react'
import wordmark from '#app/ui/wordmark.svg?raw'

const strokes = /<path d="([^"]+)"/.exec(wordmark)?.[1]

type EntryProps = {
  title: string
  /** `2 of 2`, where this takes more than one step. */
  step?: string
  children: ReactNode
}

export function Entry({ title, step, children }: EntryProps) {
  return (
    <div className="grid h-dvh overflow-auto p-2 max-sm:p-0">
      <main
        id="main"
        tabIndex={-1}
        className="grid content-between justify-items-end gap-8 border-2 border-control bg-sheet max-sm:border-0"
      >
        <svg
          className="m-8 w-[min(52vw,620px)] justify-self-start overflow-visible text-muted"
          viewBox="0 0 280 110"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={strokes} vectorEffect="non-scaling-stroke" />
        </svg>
        <div className="w-full max-w-[620px] border-t-2 border-control sm:border-l-2">
          <dl className="grid grid-cols-3 border-b border-hairline">
            <Cell label="Sheet">Console</Cell>
            <Cell label="Step">{step ?? '1 of 1'}</Cell>
            <Cell label="Closes after">12 h, 30 min idle</Cell>
          </dl>
          <div className="grid gap-3 p-4">
            <h1 className="con-h1">{title}</h1>
            {children}
          </div>
        </div>
      </main>
    </div>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-r border-hairline p-3 last:border-r-0">
      <dt className="con-label">{label}</dt>
      <dd className="font-display text-base">{children}</dd>
    </div>
  )
}
