import { Link } from 'react-router'
import { type FoundGroup, markFound } from '../rules/found.ts'
import { Shape } from './shape.tsx'

/**
 * What was found, in groups. With `isOption` each row is an option of a list box, and `active` is the chosen one. `onOpen`
 * is called when a row opens in this tab.
 */
export function FoundList({
  groups,
  typed,
  active,
  isOption = false,
  onOpen,
}: {
  groups: readonly FoundGroup[]
  typed: string
  active?: string | undefined
  isOption?: boolean
  onOpen?: () => void
}) {
  return groups.map(({ title, items }) => (
    <div key={title} role="group" aria-label={title}>
      <h2 className="con-h2" aria-hidden={isOption || undefined}>
        {title}
      </h2>
      {items.map(({ key, shape, tone, words, detail, code, to, isOutside }) => (
        <Link
          key={key}
          id={isOption ? optionId(key) : undefined}
          to={to}
          reloadDocument={isOutside ?? false}
          className="con-row"
          onClick={({ metaKey, ctrlKey, shiftKey }) => {
            if (!metaKey && !ctrlKey && !shiftKey) onOpen?.()
          }}
          data-row={isOption ? undefined : ''}
          data-open={isOption ? undefined : ''}
          {...(isOption && { role: 'option', 'aria-selected': key === active, tabIndex: -1 })}
        >
          <Shape kind={shape} tone={tone} />
          <span className="con-clip">
            {markFound(words, typed).map(({ text, isMarked }, at) =>
              isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
            )}
          </span>
          <span className="text-muted">{detail}</span>
          <span className="con-code">{code}</span>
        </Link>
      ))}
    </div>
  ))
}

/** The id of an option in the list box. */
export function optionId(key: string): string {
  return `found-${key.replaceAll(/[^\w-]/g, '_')}`
}
