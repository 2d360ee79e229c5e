import type { ReactNode } from 'react'

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
