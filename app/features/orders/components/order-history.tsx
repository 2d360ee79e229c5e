type Props = { events: readonly { id: number; at: Date; on: string; words: string }[] }

/** The history of the order, newest first. */
export function OrderHistory({ events }: Props) {
  return (
    <section aria-labelledby="history">
      <h2 className="h3" id="history">
        History
      </h2>
      <ol className="history">
        {events.map(({ id, at, on, words }) => (
          <li key={id}>
            <time dateTime={at.toISOString()}>{on}</time>
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
