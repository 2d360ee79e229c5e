import type { ComponentProps, ReactNode } from 'react'

/** A key on the keyboard, written where its action is. Phones do not show it. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className="con-key">{children}</kbd>
}

/** The number of an item of the sheet. Pressing that digit goes to the element with this `data-item`. */
export function Balloon({ item }: { item: number }) {
  return <span className="con-balloon">{item}</span>
}

/** A code, a date stamp or a number in the alphabet of the drawings: `7KQ2-M94T-3B`. */
export function Code({ children }: { children: ReactNode }) {
  return <span className="con-code">{children}</span>
}

/** Cells in a row, as a tolerance is written: the head of an order with its state, age and due date. */
export function Frame({ children }: { children: ReactNode }) {
  return <span className="con-frame">{children}</span>
}

/** A large figure under its label. */
export function Figure({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <span className="con-label">{label}</span>
      <b className="con-figure">{value}</b>
    </div>
  )
}

/** A note that a person wrote, with who and when. */
export function Note({ by, children }: { by: ReactNode; children: ReactNode }) {
  return (
    <div className="border-l-2 border-hold py-0.5 pl-2">
      <p className="text-faint">{by}</p>
      <p>{children}</p>
    </div>
  )
}

/** What a gate says, set apart: a list of `<Action>`s or sentences. */
export function GateBox({ children }: { children: ReactNode }) {
  return <div className="con-gate">{children}</div>
}

/** A link within text or beside a title: `correct`, `send again`. */
export function TextLink({ to, children, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return (
    <a {...props} href={to} className="con-link">
      {children}
    </a>
  )
}
