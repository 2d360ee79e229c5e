import type { ReactNode } from 'react'

export type BadgeKind = 'live' | 'soon' | 'sold' | 'archived' | 'ok' | 'stop' | 'plain'

export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return (
    <span
      className={`badge inline-flex min-h-7 items-center gap-2 rounded-control border bg-page/90 px-3 font-display text-xs/none font-[500] tracking-widest whitespace-nowrap ${looks[kind]}`}
      data-kind={kind}
    >
      {kind !== 'plain' && (
        <i className={`relative flex-none forced-color-adjust-none ${marks[kind]}`} aria-hidden />
      )}
      {children}
    </span>
  )
}

const looks = {
  live: 'border-accent text-accent',
  soon: 'border-control text-ink',
  sold: 'border-control text-muted',
  archived: 'border-dashed border-control text-faint',
  ok: 'border-ok/55 text-ok',
  stop: 'border-stop/55 text-stop',
  plain: 'border-control text-ink',
} satisfies Record<BadgeKind, string>

const circle = 'size-2 rounded-full border-[1.5px] border-current'

/** The mark in front carries the state, not only the color. The ring of what is live comes twice: what moves for longer than five seconds has to be stoppable (WCAG 2.2.2). */
const marks = {
  live: `${circle} bg-current motion-safe:after:absolute motion-safe:after:-inset-[1.5px] motion-safe:after:rounded-full motion-safe:after:border motion-safe:after:border-accent motion-safe:after:[animation:ping_2.4s_var(--ease-out)_2_forwards]`,
  soon: `${circle} bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)]`,
  sold: 'h-[1.5px] w-[11px] bg-current',
  archived: 'size-2 rounded-[1px] border-[1.5px] border-current',
  ok: `${circle} bg-current`,
  stop: circle,
} satisfies Record<Exclude<BadgeKind, 'plain'>, string>
