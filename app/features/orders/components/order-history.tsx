type Props = { events: readonly { id: number; at: Date; on: string; words: string }[] }

/** The history of the order, newest first. */
export function OrderHistory({ events }: Props) {
  return (
    <section aria-labelledby="history">
      <h2 className="h3" id="history">
        History
      </h2>
      <ol className="border-t border-hairline">
        {events.map(({ id, at, on, words }) => (
          <li
            className="grid gap-x-6 gap-y-0.5 border-b border-hairline py-3 sm:grid-cols-[220px_1fr]"
            key={id}
          >
            <time className="text-sm text-faint" dateTime={at.toISOString()}>
              {on}
            </time>
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
