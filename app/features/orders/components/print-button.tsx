import Printer from 'lucide-react/icons/printer'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'

/** Prints the page. Hidden without script, where the browser's own menu prints. */
export function PrintButton() {
  const hydrated = useHydrated()
  if (!hydrated) return null
  return (
    <Button type="button" size="sm" className="print:hidden" onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
  )
}
