import type { ReactNode } from 'react'
import { Shape, type StatusKind, type Tone } from './shape.tsx'

type StatusProps = {
  kind: StatusKind
  tone?: Tone | undefined
  figure?: ReactNode
  quiet?: boolean
  children: ReactNode
}

export function Status({ kind, tone, figure, quiet, children }: StatusProps) {
  return (
    <span className="con-status" data-quiet={quiet || undefined}>
      <Shape kind={kind} tone={tone} />
      <b>{children}</b>
      {figure !== undefined && <i>{figure}</i>}
    </span>
  )
}

/** When something is due, in words: `1 d over` (`stop`), `Today` (`hold`), `Fri 27`. */
export function Due({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className="con-due" data-tone={tone}>
      {children}
    </span>
  )
}
