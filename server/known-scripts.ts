// Which inline scripts are ours. The content policy allows only these, so a script injected into a page does not run.
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { heldScript } from '#app/http/held-orders.ts'

/** The scripts the shop writes into its pages, byte for byte. */
const own: ReadonlySet<string> = new Set([gateScript('gate'), gateScript('inside'), heldScript()])

/** Whether an inline script is one of ours. */
export function isKnownScript(source: string): boolean {
  return own.has(source)
}
