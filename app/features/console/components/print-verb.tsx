import { Verb } from './verb.tsx'

export function PrintVerb({ children }: { children: string }) {
  return (
    <span className="contents noscript:hidden">
      <Verb type="button" look="quiet" data-print="">
        {children}
      </Verb>
    </span>
  )
}
