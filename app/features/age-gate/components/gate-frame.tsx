import type { ReactNode } from 'react'

export function GateFrame({ children }: { children: ReactNode }) {
  return (
    <main className="gate">
      <div className="gate-light" aria-hidden="true" />
      {children}
    </main>
  )
}
