// Which inline script is ours. The content policy allows only this one, so a script injected into a page does not run.
import { gateScript } from '#app/features/age-gate/gate-script.ts'

const own = gateScript()

export function isKnownScript(source: string): boolean {
  return source === own
}
