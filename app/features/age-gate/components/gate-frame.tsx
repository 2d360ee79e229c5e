import type { ReactNode } from 'react'

/** The dark room in front of the shop, with light through slats, around its content. */
export function GateFrame({ children }: { children: ReactNode }) {
  return (
    <main className="gate">
      <div className="gate-light" aria-hidden="true" />
      {children}
    </main>
  )
}
