import { brand } from '#app/kit/brand.ts'
import wordmark from './wordmark.svg?no-inline'

/** Its empty text keeps a failed image out of sight; the link has a name. */
export function Logo({ className = 'h-[22px]' }: { className?: string }) {
  return (
    <a aria-label={`${brand}, home`} href="/" className="flex min-h-11 min-w-11 items-center text-ink">
      <img
        className={`w-auto print:invert forced-colors:light:invert ${className}`}
        src={wordmark}
        alt=""
        width={280}
        height={110}
      />
    </a>
  )
}
