import { InlineScript } from '#app/features/age-gate/inline-script.tsx'
import { gateScript } from '../gate-script.ts'
import { gatePath } from '../rules.ts'
import { gateWords } from '../words.ts'
import { GateFrame } from './gate-frame.tsx'
import type { CSSProperties } from 'react'
import { letteringStrokes, letteringWidth } from '#app/art/pantograph/lettering.ts'
import { brand } from '#app/kit/brand.ts'

type Props = {
  next: string
}

/**
 * Stands in place of a page's content until the visitor has answered. Only ever drawn by the server. Without JavaScript
 * it is an open dialog with a form; with it, `gate-script.ts` reads the browser's record first, then opens the
 * dialog as a modal one. The texts of the buttons and of the refusal are the specification's (sections 4 and 8).
 */
export function AgeGate({ next }: Props) {
  // Known when the browser's script is built: keeps all of this out of it.
  if (!import.meta.env.SSR) return null
  return (
    <GateFrame>
      <p className="gate-wait" role="status">
        {gateWords.loading}
      </p>
      {/* Before the dialog: the script must have read the record when the browser first paints. */}
      <InlineScript source={gateScript()} gate="gate" />
      <dialog
        open
        id="age-gate"
        className="gate-plate"
        closedby="none"
        aria-labelledby="age-question"
        aria-describedby="age-reason"
      >
        <form method="post" action={gatePath} className="gate-in">
          <EngravedMark />
          {/* Focused when the dialog opens, so that no answer is preselected. */}
          <h1 id="age-question" className="gate-h" tabIndex={-1} autoFocus>
            {gateWords.question}
          </h1>
          <p id="age-reason">{gateWords.reason}</p>
          <p id="age-cookies" className="mt-4 border-l-2 border-stop pl-3 text-ink" role="alert" hidden>
            {gateWords.cookiesNeeded}
          </p>
          <input type="hidden" id="age-next" name="next" value={next} />
          <input type="hidden" id="age-timestamp" name="timestamp" value="" />
          <div className="gate-b">
            <button type="submit" className="btn btn-primary btn-block" name="answer" value="adult">
              {gateWords.adult}
            </button>
            <button type="submit" className="btn btn-secondary btn-block" name="answer" value="minor">
              {gateWords.minor}
            </button>
          </div>
          <p className="gate-note">
            {gateWords.remembered} <noscript>{gateWords.cookieNeeded}</noscript>
          </p>
        </form>
        <div id="age-restricted" className="gate-in" role="alert" hidden>
          <h1 id="age-restricted-title" className="gate-h">
            {gateWords.restricted}
          </h1>
          <p>{gateWords.restrictedReason}</p>
          <div className="gate-b">
            <button type="button" id="age-understood" className="btn btn-primary btn-block">
              {gateWords.understood}
            </button>
          </div>
        </div>
      </dialog>
    </GateFrame>
  )
}

const height = 30
const margin = 2 // half a stroke, so that round ends are not cut off

function EngravedMark() {
  const width = Math.ceil(letteringWidth(brand, { height })) + 2 * margin
  const strokes = letteringStrokes(brand, { height, x: margin, y: height + margin })
  return (
    <svg className="gate-mark" viewBox={`0 0 ${width} ${height + 2 * margin}`} role="img" aria-label={brand}>
      {strokes.map((path, index) => (
        <path key={path} pathLength={1} style={{ '--i': index } as CSSProperties} d={path} />
      ))}
    </svg>
  )
}
