import { useLocation } from 'react-router'

export function HeldPlace() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/checkout/')) return null
  return (
    <div className="bg-sheet print:hidden [html[data-held]_&]:min-h-11 [html[data-held]_&]:border-b [html[data-held]_&]:border-hairline">
      <div id="held-line" />
    </div>
  )
}
