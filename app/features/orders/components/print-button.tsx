import Printer from 'lucide-react/icons/printer'
import { Button } from '#app/ui/button.tsx'

/** Prints the page. Hidden without script, where the browser's own menu prints. */
export function PrintButton() {
  return (
    <Button type="button" size="sm" className="noscript:hidden print:hidden" data-print>
      <Printer />
      Print
    </Button>
  )
}
