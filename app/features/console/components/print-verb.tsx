import { Verb } from './verb.tsx'

/** Prints the sheet. Hidden without script, where the browser's own menu prints. */
export function PrintVerb({ children }: { children: string }) {
  return (
    <span className="contents noscript:hidden">
      <Verb type="button" look="quiet" data-print="">
        {children}
      </Verb>
    </span>
  )
}
