import { type ReactNode, createContext, useContext } from 'react'

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

export type StatusRow = {
  key: string
  kind: StatusKind
  words: ReactNode
  figure?: ReactNode
  detail?: ReactNode
}

export function StatusList({ rows, label }: { rows: readonly StatusRow[]; label?: string }) {
  return (
    <ul className="grid gap-2" aria-label={label}>
      {rows.map(({ key, kind, words, figure, detail }) => (
        <li key={key} className="grid gap-0.5">
          <Status kind={kind} figure={figure}>
            {words}
          </Status>
          {detail && <span className="con-remark">{detail}</span>}
        </li>
      ))}
    </ul>
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

/** What a color repeats: never said by color alone. */
export type Tone = 'ok' | 'hold' | 'stop' | 'accent'

/** `wait`: on others. `review`: a person decides. `gate`: not yet allowed. `no`: refused or failed. `void`: withdrawn. */
export type StatusKind = keyof typeof statusShapes
export type ShapeName = StatusKind | keyof typeof toolShapes

const box = <rect x="2.5" y="2.5" width="11" height="11" />

const statusShapes = {
  todo: box,
  half: (
    <>
      {box}
      <path d="M8 2.5v11H2.5v-11z" data-solid="" />
    </>
  ),
  wait: <rect x="2.5" y="2.5" width="11" height="11" strokeDasharray="2.6 1.8" />,
  done: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" data-solid="" />
      <path d="M5 8.2l2.2 2.2L11.2 6" data-cut="" strokeWidth="1.7" />
    </>
  ),
  review: (
    <>
      <path d="M8 1.6L14.4 8 8 14.4 1.6 8z" />
      <path d="M8 5v4M8 10.6v.6" />
    </>
  ),
  gate: (
    <>
      {box}
      <path d="M2.5 8h11" strokeWidth="3" />
    </>
  ),
  no: (
    <>
      {box}
      <path d="M5 5l6 6M11 5l-6 6" />
    </>
  ),
  soon: <path d="M8 2.4l6 10.8H2z" />,
  over: <path d="M8 2l6.4 11.4H1.6z" data-solid="" />,
  sched: <path d="M4 2.5l9 5.5-9 5.5z" />,
  live: <path d="M4 2.5l9 5.5-9 5.5z" data-solid="" />,
  pause: <path d="M5 3v10M11 3v10" strokeWidth="2.4" />,
  void: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" strokeOpacity=".6" />
      <path d="M1 15L15 1" />
    </>
  ),
} satisfies Record<string, ReactNode>

const toolShapes = {
  find: (
    <>
      <rect x="2" y="2" width="8.5" height="8.5" />
      <path d="M10.5 10.5l4 4" />
    </>
  ),
  act: <path d="M2 8h11M9 4l4 4-4 4" />,
  mail: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9.5" />
      <path d="M1.5 4L8 9l6.5-5" />
    </>
  ),
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
} satisfies Record<string, ReactNode>

const shapes: Record<ShapeName, ReactNode> = { ...statusShapes, ...toolShapes }

const tones: Partial<Record<ShapeName, Tone>> = {
  done: 'ok',
  review: 'hold',
  gate: 'hold',
  soon: 'hold',
  no: 'stop',
  over: 'stop',
  live: 'accent',
}

/** A shape without its word, which is written beside it. `tone` replaces the shape's usual one. */
export function Shape({ kind, tone = tones[kind] }: { kind: ShapeName; tone?: Tone | undefined }) {
  return (
    <svg className="con-shape" viewBox="0 0 16 16" data-tone={tone} aria-hidden="true">
      {shapes[kind]}
    </svg>
  )
}

/** How a sheet writes an instant: `Nov 20 9:05 AM`, in the shop's zone. The frame of the console knows zone and hour. */
export const StampContext = createContext((at: Date) => at.toISOString())

export const useStamp = () => useContext(StampContext)

export function Key({ children }: { children: ReactNode }) {
  return <kbd className="con-key">{children}</kbd>
}

export function Balloon({ item }: { item: number }) {
  return (
    <span className="inline-grid flex-none place-items-center size-5 border border-control rounded-full font-display font-[440] text-xs/none text-muted">
      {item}
    </span>
  )
}

export function Code({ children }: { children: ReactNode }) {
  return <span className="con-code">{children}</span>
}

export function Frame({ children }: { children: ReactNode }) {
  return <span className="con-frame">{children}</span>
}

export function Figure({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <span className="con-label">{label}</span>
      <b className="font-display font-[300] text-3xl/[2rem] tracking-[0.005em]">{value}</b>
    </div>
  )
}

export function Note({ by, children }: { by: ReactNode; children: ReactNode }) {
  return (
    <div className="border-l-2 border-hold py-0.5 pl-2">
      <p className="text-faint">{by}</p>
      <p>{children}</p>
    </div>
  )
}

export function UnitLines({
  units,
  label,
  follows,
}: {
  units: readonly ('open' | 'held' | 'taken')[]
  label: string
  follows?: string
}) {
  return (
    <div className="con-units" role="img" aria-label={label} data-count-label={follows}>
      {units.map((unit, at) => (
        <i key={at} data-unit={unit} />
      ))}
    </div>
  )
}
