type Props = {
  value: number
  max: number
  /** What it measures, for example `54 percent sold`. */
  label: string
  /** Gray: nothing is left to do. */
  quiet?: boolean
}

/** A thin bar. Where it counts units, use `Ticks`. */
export function Progress({ value, max, label, quiet = false }: Props) {
  return (
    <progress
      className={quiet ? 'progress-bar quiet' : 'progress-bar'}
      value={value}
      max={max}
      aria-label={label}
    />
  )
}
