import { Button } from '#app/ui/button.tsx'
import type { BuildPrice } from '../rules.ts'
import type { BuildFault } from '../rules/buildable.ts'
import { configuratorWords, priceWords, shortFaultWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

type Props = { price: BuildPrice; faults: readonly BuildFault[] }

/** Sticky bar on phones: total, item count, and what is still missing. */
export function MobileBar({ price: { itemCount, totalCents }, faults }: Props) {
  if (itemCount === 0 || totalCents === 0) return null
  const isBuildable = faults.length === 0
  return (
    <div
      className="build-bar fixed inset-x-0 bottom-0 z-30 flex items-center gap-4 border-t border-hairline bg-sheet px-gutter pt-3 lg:hidden"
      role="group"
      aria-label={configuratorWords.yourBuild}
    >
      <p className="mr-auto leading-tight">
        <b className="block font-display text-xl leading-none font-book">{priceWords(totalCents)}</b>
        <small className="text-xs text-muted">{itemCount === 1 ? '1 item' : `${itemCount} items`}</small>
        {!isBuildable && (
          <small className="block text-xs text-hold" id="bar-not-yet">
            {faults.map(shortFaultWords).join(' ')}
          </small>
        )}
      </p>
      <Button
        className="shrink-0"
        variant="primary"
        form={buildFormId}
        formAction="/build/submit"
        disabled={!isBuildable}
        aria-describedby={isBuildable ? undefined : 'bar-not-yet'}
      >
        {configuratorWords.submitShort}
      </Button>
    </div>
  )
}
