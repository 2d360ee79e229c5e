import X from 'lucide-react/icons/x'
import { type BuildPrice, steps } from '../rules.ts'
import { priceWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

type Props = {
  lines: BuildPrice['lines']
  /** Removes one accessory by its index among the chosen ones. */
  onRemove: (index: number) => void
}

/** The accessories, one row for each kind, with a remove button. */
export function AccessoryLines({ lines, onRemove }: Props) {
  const added = lines.filter(({ step }) => step === steps.at(-1))
  const kinds = [...new Set(added.map(({ id }) => id))]
  return kinds.map((id) => {
    const same = added.filter((line) => line.id === id)
    const index = added.findLastIndex((line) => line.id === id)
    const name = same[0]?.name ?? id
    return (
      <li
        key={id}
        className="grid min-h-11 grid-cols-[28px_minmax(0,1fr)_auto] items-center text-left lg:min-h-8"
      >
        <button
          className="-ml-1.5 grid h-11 w-7 place-items-center text-faint hover:text-stop lg:h-8"
          type="submit"
          form={buildFormId}
          name="remove"
          value={index}
          aria-label={same.length > 1 ? `Remove one ${name}` : `Remove ${name}`}
          onClick={(event) => {
            event.preventDefault()
            onRemove(index)
          }}
        >
          <X className="size-4" aria-hidden />
        </button>
        <span className="text-sm text-muted">
          {name}
          {same.length > 1 && ` × ${same.length}`}
        </span>
        <span className="font-display leading-snug">
          {priceWords(same.reduce((sum, { cents }) => sum + cents, 0))}
        </span>
      </li>
    )
  })
}
