import { benchWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

type Props = { isOn: boolean; notice: string; onToggle: () => void }

/** Shows what we prepare for a suppressor, and what a suppressor itself asks for. It changes no part and no price. */
export function SuppressorToggle({ isOn, notice, onToggle }: Props) {
  return (
    <div className="sup">
      <button
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
        {benchWords.suppressor}
        <span className="sup-track" aria-hidden />
      </button>
      {isOn && (
        <>
          <ul className="sup-list">
            {benchWords.suppressorBadges.map((badge) => (
              <li key={badge}>{badge}</li>
            ))}
          </ul>
          <p>{notice}</p>
        </>
      )}
    </div>
  )
}
