type Props = {
  value: number
  max: number
  label: string
  quiet?: boolean
}

export function Progress({ value, max, label, quiet = false }: Props) {
  return (
    <progress
      className={`block h-[6px] w-full appearance-none overflow-hidden rounded-[1px] border-0 bg-raised [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:[transition:inline-size_var(--transition-duration-slow)_var(--ease-out)] ${quiet ? '[&::-moz-progress-bar]:bg-faint [&::-webkit-progress-value]:bg-faint' : '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent'}`}
      value={value}
      max={max}
      aria-label={label}
    />
  )
}
