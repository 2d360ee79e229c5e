import type { ReactNode } from 'react'

export type BadgeKind = 'live' | 'soon' | 'sold' | 'archived' | 'ok' | 'stop' | 'plain'

export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return (
    <span className={`badge ${looks[kind]}`} data-kind={kind}>
      {kind !== 'plain' && <i aria-hidden />}
      {children}
    </span>
  )
}

const looks = {
  live: 'border-accent text-accent',
  soon: '',
  sold: 'text-muted',
  archived: 'border-dashed text-faint',
  ok: 'border-ok/55 text-ok',
  stop: 'border-stop/55 text-stop',
  plain: '',
} satisfies Record<BadgeKind, string>
