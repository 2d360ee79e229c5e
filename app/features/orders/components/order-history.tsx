type Event = { id: number; at: Date; on: string; words: string }

/** How many of the newest events are shown before the others are asked for. */
const shownFirst = 3

/** The history of the order, newest first. */
export function OrderHistory({ events }: { events: readonly Event[] }) {
  const earlier = events.slice(shownFirst)
  return (
    <section aria-labelledby="history">
      <h2 className="h3" id="history">
        History
      </h2>
      <Events events={events.slice(0, shownFirst)} />
      {earlier.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 items-center text-sm">
            {`Earlier, ${earlier.length}`}
          </summary>
          <Events events={earlier} />
        </details>
      )}
    </section>
  )
}

function Events({ events }: { events: readonly Event[] }) {
  return (
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
  )
}
