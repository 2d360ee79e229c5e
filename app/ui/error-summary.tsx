import { type MouseEvent, useEffect, useRef } from 'react'
import { LinkedText, splitAtLink } from './linked-text.tsx'

type Props = {
  /** Errors by field name, as the action returned them. Renders nothing when empty. */
  errors: Readonly<Record<string, readonly string[] | undefined>> | undefined
  /** Field ids by name, where set; links then work without script. */
  ids?: Readonly<Record<string, string>>
  title?: string
}

/** All errors of a form, at its top, each linking to its field. Place it inside the form. */
export function ErrorSummary({ errors = {}, ids = {}, title = 'Please check the form' }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const lines = Object.entries(errors).flatMap(([name, messages]) =>
    messages?.[0] ? [{ name, text: messages[0], ...splitAtLink(messages[0]) }] : [],
  )
  const said = lines.map((line) => line.text).join()
  useEffect(() => {
    if (said) root.current?.focus()
  }, [said])

  if (lines.length === 0) return null
  return (
    <div
      ref={root}
      // With what a page leaves free at its foot, room for a notification below.
      className="scroll-mb-12 rounded-plate border border-l-4 border-stop bg-stop-tint px-5 py-4"
      role="alert"
      tabIndex={-1}
    >
      <h2 className="mb-1.5 font-display text-lg leading-snug font-medium">{title}</h2>
      <ul>
        {lines.map(({ name, before, rest }) => (
          <li key={name}>
            {before && (
              <a
                className="inline-block py-1 underline underline-offset-4"
                href={`#${ids[name] ?? name}`}
                onClick={(event) => focusField(event, name)}
              >
                {before}
              </a>
            )}{' '}
            {/* Links cannot be nested: the sentence that names the contact page follows. */}
            {rest && <LinkedText text={rest} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(event: MouseEvent<HTMLAnchorElement>, name: string) {
  const found = event.currentTarget.closest('form')?.elements.namedItem(name)
  const field = found instanceof RadioNodeList ? found[0] : found
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}
