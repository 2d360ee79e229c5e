import { InlineScript } from '#app/ui/inline-script.tsx'
import { gateScript } from '../gate-script.ts'

/**
 * Belongs in the head of every page behind the gate: looks at the browser's record before anything is painted, and
 * shows the gate again where the record is gone or too old.
 */
export function RecordCheck() {
  // The browser has run it by the time it hydrates; leaving it out there keeps it out of the page's script.
  return <InlineScript source={import.meta.env.SSR ? gateScript('inside') : ''} />
}
