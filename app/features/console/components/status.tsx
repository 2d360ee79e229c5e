import type { ReactNode } from 'react'
import { Shape, type StatusKind, type Tone } from './shape.tsx'

type StatusProps = {
  kind: StatusKind
  /** Replaces the tone that the shape has by itself. */
  tone?: Tone | undefined
  /** A figure behind the word, such as an age: `6 d`. */
  figure?: ReactNode
  /** For a fact in a list of values: the word in the text's weight. */
  quiet?: boolean
  /** The word. */
  children: ReactNode
}

/** A status: a shape, a word, and where it helps a figure. `<Status kind="review" figure="6 d">Review</Status>` */
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
