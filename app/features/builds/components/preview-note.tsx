import { configuratorWords, differenceWords, priceWords } from '../words.ts'
import type { Preview } from '../rules/preview.ts'

type Props = { preview: Preview | undefined; totalCents: number; className?: string }

/** What is looked at, and what the build would cost with it; without a preview, what it costs. */
export function PreviewNote({ preview, totalCents, className = '' }: Props) {
  return (
    <p className={`flex items-baseline gap-x-3 text-sm ${className}`}>
      <span className="min-w-0 truncate text-muted">
        {preview ? configuratorWords.with(preview.part.name) : configuratorWords.total}
      </span>
      <span className="ml-auto font-display text-lg leading-none whitespace-nowrap">
        {priceWords(preview?.totalCents ?? totalCents)}
      </span>
      {preview && (
        <b className="font-display leading-none font-medium whitespace-nowrap text-accent">
          {differenceWords(preview.differenceCents)}
        </b>
      )}
    </p>
  )
}
