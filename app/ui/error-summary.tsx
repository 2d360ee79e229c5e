import { LinkedText, splitAtLink } from './linked-text.tsx'

type Props = {
  errors: Readonly<Record<string, readonly string[] | undefined>> | undefined
  ids?: Readonly<Record<string, string>>
  title?: string
}

export function ErrorSummary({ errors = {}, ids = {}, title = 'Please check the form' }: Props) {
  const lines = Object.entries(errors).flatMap(([name, messages]) =>
    messages?.[0] ? [{ name, text: messages[0], ...splitAtLink(messages[0]) }] : [],
  )

  if (lines.length === 0) return null
  return (
    <div
      // With what a page leaves free at its foot, room for a notification below.
      className="scroll-mb-12 rounded-plate border border-l-4 border-stop bg-stop-tint px-5 py-4"
      role="alert"
      tabIndex={-1}
      data-focus
    >
      <h2 className="mb-1.5 font-display text-lg leading-snug font-medium">{title}</h2>
      <ul>
        {lines.map(({ name, before, rest }) => (
          <li key={name}>
            {before && (
              <a
                className="inline-block py-1 underline underline-offset-4"
                href={`#${ids[name] ?? name}`}
                data-error-of={name}
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
