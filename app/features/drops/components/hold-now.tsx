import { Button } from '#app/ui/button.tsx'
import { chosenVariant } from '../rules.ts'
import { barWords } from '../words.ts'
import { chosenVariantWords } from '../words/variants.ts'
import { holdFormId } from './hold-panel.tsx'
import type { VariantView } from './rifle-facts.tsx'

type Props = { number: number; variants: readonly VariantView[] }

/**
 * The bar at the bottom of a phone screen: holds the chosen number with one tap. `site/drop-numbers.ts` hides it where the
 * hero's button or the form itself is in sight.
 */
export function HoldNow({ number, variants }: Props) {
  const variant = chosenVariant(variants, undefined)
  return (
    <div
      className="hold-now fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-hairline bg-sheet pt-2 short:hidden lg:hidden print:hidden"
      role="group"
      aria-label="Hold a number"
    >
      <p className="grid min-w-0 gap-1 noscript:hidden">
        <b className="font-display text-2xl leading-none font-normal text-accent" aria-hidden>
          <span data-number-text="№ {}">№ {number}</span>
        </b>
        <span className="text-sm leading-snug text-muted">
          <span data-chosen-text={barWords.chosen}>{barWords.next}</span>
          {variant && (
            <>
              , <span data-variant-words="">{chosenVariantWords(variant)}</span>
            </>
          )}
        </span>
      </p>
      <Button className="basis-[44%]" form={holdFormId} variant="primary" busyLabel="Holding">
        Hold
        <span className="sr-only">
          {' '}
          <span data-number-text="number {}">this number</span>
        </span>
      </Button>
    </div>
  )
}
