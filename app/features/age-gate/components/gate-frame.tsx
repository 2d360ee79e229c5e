import type { ReactNode } from 'react'

/** The dark feature in front of the shop: light through slats, and whatever stands in it. */
export function GateFrame({ children }: { children: ReactNode }) {
  return (
    <main className="gate">
      <div className="gate-light" aria-hidden="true" />
      {children}
    </main>
  )
}
