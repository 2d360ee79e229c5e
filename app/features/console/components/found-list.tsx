import { type FoundGroup, markFound } from '../rules/found.ts'
import { Shape } from './shape.tsx'

export function FoundList({ groups, typed }: { groups: readonly FoundGroup[]; typed: string }) {
  return groups.map(({ title, items }) => (
    <div key={title} role="group" aria-label={title}>
      <h2 className="con-h2">{title}</h2>
      {items.map(({ key, shape, tone, words, detail, code, to }) => (
        <a key={key} href={to} className="con-row" data-row="" data-open="">
          <Shape kind={shape} tone={tone} />
          <span className="con-clip">
            {markFound(words, typed).map(({ text, isMarked }, at) =>
              isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
            )}
          </span>
          <span className="text-muted">{detail}</span>
          <span className="con-code">{code}</span>
        </a>
      ))}
    </div>
  ))
}
