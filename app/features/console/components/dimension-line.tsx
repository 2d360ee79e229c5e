type DimensionLineProps = {
  /** Today, as a share of the whole from 0 to 1. See `shareOf` in the console's rules. */
  now: number
  thresholds?: readonly number[]
}

/**
 * A clock to scale: solid to today, phantom to its end, with ticks for thresholds. It is drawn only: say the same in words beside it.
 */
export function DimensionLine({ now, thresholds = [] }: DimensionLineProps) {
  const at = now * 100
  return (
    <svg
      className="block h-5 w-full overflow-visible *:pen *:stroke-1"
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line x1="0" x2="0" y1="2" y2="18" className="stroke-ink" />
      <line x1="0" x2={at} y1="10" y2="10" className="stroke-ink" />
      <line x1={at} x2="100" y1="10" y2="10" className="stroke-faint [stroke-dasharray:7_3_2_3]" />
      {thresholds.map((share) => (
        <line key={share} x1={share * 100} x2={share * 100} y1="4" y2="16" className="stroke-muted" />
      ))}
      <line x1={at} x2={at} y1="3" y2="17" className="stroke-accent stroke-2!" />
      <line x1="100" x2="100" y1="2" y2="18" className="stroke-ink" />
    </svg>
  )
}

export function UnitLines({
  units,
  label,
  follows,
}: {
  units: readonly ('open' | 'held' | 'taken')[]
  label: string
  follows?: string
}) {
  return (
    <div className="con-units" role="img" aria-label={label} data-count-label={follows}>
      {units.map((unit, at) => (
        <i key={at} data-unit={unit} />
      ))}
    </div>
  )
}
