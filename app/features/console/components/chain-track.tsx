export type TrackStep = {
  key: string
  name: string
  time: 'past' | 'current' | 'ahead'
  date?: string | undefined
  /** How long it took until the next: `6 d`. Stands between the two ticks. */
  days?: string | undefined
}

/** Spaces are equal, not to scale. A phone shows it upright, with the last, the current and the next stage. */
export function ChainTrack({ steps, label = 'Stages' }: { steps: readonly TrackStep[]; label?: string }) {
  const current = steps.findLastIndex(({ time }) => time !== 'ahead')
  const last = steps.length - 1
  const isFolded = (at: number) => at > current + 1 && at < last
  const folded = steps.filter((_, at) => isFolded(at)).length
  return (
    <ol className="con-track" aria-label={label} tabIndex={0}>
      {steps.map(({ key, name, time, date, days }, at) => (
        <li
          key={key}
          data-time={time}
          data-folded={isFolded(at) ? '' : undefined}
          aria-current={time === 'current' ? 'step' : undefined}
        >
          {days !== undefined && <i>{days}</i>}
          <b>
            {name}
            {at === current + 1 && folded > 0 && <span className="con-track-more">then {folded} more</span>}
          </b>
          <span>{date}</span>
        </li>
      ))}
    </ol>
  )
}
