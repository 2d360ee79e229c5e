import { Verb } from './verb.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'

/** Prints the sheet. Hidden without script, where the browser's own menu prints. */
export function PrintVerb({ children }: { children: string }) {
  if (!useHydrated()) return null
  return (
    <Verb type="button" look="quiet" onClick={() => window.print()}>
      {children}
    </Verb>
  )
}
