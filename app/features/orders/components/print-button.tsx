import Printer from 'lucide-react/icons/printer'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'

/** Prints the page. Without script there is none: the browser's own menu prints as well. */
export function PrintButton() {
  const hydrated = useHydrated()
  if (!hydrated) return null
  return (
    <Button type="button" size="sm" className="no-print" onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
  )
}
