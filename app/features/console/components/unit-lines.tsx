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
