import X from 'lucide-react/icons/x'
import { type BuildPrice, steps } from '../rules.ts'
import { priceWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

type Props = {
  lines: BuildPrice['lines']
  /** Takes one accessory off, by its place among those chosen. */
  onRemove: (place: number) => void
}

/** The accessories, one line for each kind, with a button that takes one of it off. */
export function AccessoryLines({ lines, onRemove }: Props) {
  const added = lines.filter(({ step }) => step === steps.at(-1))
  const kinds = [...new Set(added.map(({ id }) => id))]
  return kinds.map((id) => {
    const same = added.filter((line) => line.id === id)
    const place = added.findLastIndex((line) => line.id === id)
    const name = same[0]?.name ?? id
    return (
      <li key={id} className="bom-more">
        <button
          type="submit"
          form={buildFormId}
          name="remove"
          value={place}
          aria-label={same.length > 1 ? `Remove one ${name}` : `Remove ${name}`}
          onClick={(event) => {
            event.preventDefault()
            onRemove(place)
          }}
        >
          <X aria-hidden />
        </button>
        <span className="nm">
          {name}
          {same.length > 1 && ` × ${same.length}`}
        </span>
        <span className="pr">{priceWords(same.reduce((sum, { cents }) => sum + cents, 0))}</span>
      </li>
    )
  })
}
