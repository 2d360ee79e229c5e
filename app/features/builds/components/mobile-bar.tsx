import { Button } from '#app/ui/button.tsx'
import type { BuildPrice } from '../rules.ts'
import { benchWords, priceWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

/** On phones: what is chosen and what it comes to, always in sight once there is something to submit. */
export function MobileBar({ price: { itemCount, totalCents } }: { price: BuildPrice }) {
  if (itemCount === 0 || totalCents === 0) return null
  return (
    <div
      className="build-bar fixed inset-x-0 bottom-0 z-30 flex items-center gap-4 border-t border-hairline bg-sheet px-gutter pt-3 lg:hidden"
      role="group"
      aria-label={benchWords.yourBuild}
    >
      <p className="mr-auto leading-tight">
        <b className="block font-display text-xl leading-none font-book">{priceWords(totalCents)}</b>
        <small className="text-xs text-muted">{itemCount === 1 ? '1 item' : `${itemCount} items`}</small>
      </p>
      <Button variant="primary" form={buildFormId} formAction="/build/submit">
        {benchWords.submitShort}
      </Button>
    </div>
  )
}
