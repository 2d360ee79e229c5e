/** A stage of a reservation, and who gives the deposit back in it. */
export type RefundStage = { stage: string; label: string; by: string; isOwn: boolean }

/** The life of a reservation as one line of stages, and how far along it the buyer's own button reaches. */
export function RefundTimeline({ stages }: { stages: readonly RefundStage[] }) {
  return (
    <figure className="policy-line mt-10">
      <ol>
        {stages.map(({ stage, label, by, isOwn }) => (
          <li key={stage} data-own={isOwn || undefined}>
            <span>{label}</span>
            <small>{by}</small>
          </li>
        ))}
      </ol>
      <figcaption className="mt-6 text-sm text-faint">
        Stages of a reservation and who refunds the deposit at each. Your order page shows which stage yours
        is in.
      </figcaption>
    </figure>
  )
}
