// Which inline script is ours. The content policy allows only this one, so a script injected into a page does not run.
import { gateScript } from '#app/features/age-gate/gate-script.ts'

/** The script that the shop writes into its pages, byte for byte. */
const own = gateScript()

/** Whether an inline script is ours. */
export function isKnownScript(source: string): boolean {
  return source === own
}
