type Props = {
  value: number
  max: number
  label: string
  quiet?: boolean
}

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
