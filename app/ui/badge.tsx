import type { ReactNode } from 'react'

/** What a badge says by its mark: a drop's state, or good, bad and neutral. */
export type BadgeKind = 'live' | 'soon' | 'sold' | 'archived' | 'ok' | 'stop' | 'plain'

/** A short state. The mark in front tells it apart without color; `plain` has none. */
export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return (
    <span className={`badge ${kind}`}>
      {kind !== 'plain' && <i aria-hidden />}
      {children}
    </span>
  )
}
