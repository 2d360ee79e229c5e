import { formatCents } from '#app/kit/money.ts'

type Props = {
  /** Integer US cents. Zero reads `Free`. */
  cents: number
  className?: string
}

/** A price: whole dollars plain, cents raised. Searched for, copied or read aloud it is the ordinary `$34.99`. */
export function Price({ cents, className }: Props) {
  const [whole, fraction] = formatCents(cents).split('.')
  return (
    <span className={className ? `price ${className}` : 'price'}>
      {cents === 0 ? <span className="text-ok">Free</span> : whole}
      {fraction && (
        <sup>
          <span className="text-[0.01em] tracking-normal">.</span>
          {fraction}
        </sup>
      )}
    </span>
  )
}
