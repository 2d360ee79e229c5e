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

const dueLooks: Record<Tone, string> = {
  ok: 'text-ok',
  hold: 'font-[550] text-hold',
  stop: 'font-[550] text-stop',
  accent: 'text-muted',
}

/** When something is due, in words: `1 d over` (`stop`), `Today` (`hold`), `Fri 27`. */
export function Due({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={`whitespace-nowrap ${tone ? dueLooks[tone] : 'text-muted'}`}>{children}</span>
}
