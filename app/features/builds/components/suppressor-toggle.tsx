import { configuratorWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

type Props = { isOn: boolean; notice: string; onToggle: () => void }

/** Shows how we prepare the rifle for a suppressor, and what the suppressor itself requires. Changes no part and no price. */
export function SuppressorToggle({ isOn, notice, onToggle }: Props) {
  return (
    <div className="pt-2 pb-3">
      <button
        className="flex min-h-11 w-full items-center justify-between text-left"
        type="submit"
        form={buildFormId}
        name="suppressor"
        value={isOn ? 'no' : 'yes'}
        role="switch"
        aria-checked={isOn}
        onClick={(event) => {
          event.preventDefault()
          onToggle()
        }}
      >
        {configuratorWords.suppressor}
        <span className="switch" aria-hidden />
      </button>
      {isOn && (
        <>
          <ul className="mb-2 flex flex-wrap gap-1.5">
            {configuratorWords.suppressorBadges.map((badge) => (
              <li
                className="rounded-control border border-control px-2 py-1 text-xs leading-none"
                key={badge}
              >
                {badge}
              </li>
            ))}
          </ul>
          <p className="text-xs text-muted">{notice}</p>
        </>
      )}
    </div>
  )
}
