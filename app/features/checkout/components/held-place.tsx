import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { mayHold } from '#app/http/held-orders.ts'

/** Most visitors hold nothing, and do without its script. Without the line a page is still whole. */
async function loadLine(): Promise<{ default: ComponentType }> {
  try {
    return { default: (await import('./held-line.tsx')).HeldLine }
  } catch {
    return { default: () => null }
  }
}

const HeldLine = lazy(loadLine)

/** The place under the bar where a browser that holds something finds it again. The checkout has a bar of its own. */
export function HeldPlace() {
  const { pathname } = useLocation()
  const [isHolding, setHolding] = useState(false)
  useEffect(() => {
    const holds = mayHold()
    setHolding(holds)
    // Ahead of the page after the checkout, which may show it.
    if (holds) void loadLine()
  }, [pathname])
  if (pathname.startsWith('/checkout/')) return null
  return (
    <div className="bg-sheet print:hidden [html[data-held]_&]:min-h-11 [html[data-held]_&]:border-b [html[data-held]_&]:border-hairline">
      {isHolding && (
        <Suspense>
          <HeldLine />
        </Suspense>
      )}
    </div>
  )
}
