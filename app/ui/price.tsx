import { formatCents } from '#app/kit/money.ts'

/** Integer US cents; zero reads `Free`. Searched for, copied or read aloud it is the ordinary `$34.99`. */
export function Price({ cents, className }: { cents: number; className?: string }) {
  const [whole, fraction] = formatCents(cents).split('.')
  return (
    <span className={className ? `price ${className}` : 'price'}>
      {cents === 0 ? <span className="text-ok">Free</span> : whole}
      {fraction && (
        <sup className="static ml-[0.12em] align-[0.62em] text-[0.52em] leading-[0] tracking-[0.04em]">
          <span className="text-[0.01em] tracking-normal">.</span>
          {fraction}
        </sup>
      )}
    </span>
  )
}
