import './age-gate.css'
import type { CSSProperties, ReactNode } from 'react'
import { letteringStrokes, letteringWidth } from '#app/art/pantograph/lettering.ts'
import { brand } from '#app/kit/brand.ts'
import { type GatePlace, gateScript } from './gate-script.ts'
import { gatePath } from './rules.ts'

/** Its buttons and its refusal are the specification's words (sections 4 and 8). */
const words = {
  restricted: 'Access Restricted',
  restrictedReason:
    "We're sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement.",
  understood: 'I Understand',
} as const

export const restrictedTitle = words.restricted

const plate = 'rounded-dialog border border-control bg-sheet p-[7px] text-muted shadow-dialog'
/** The plate border: what an engraver cuts around a finished plate. */
const inner =
  'rounded-[3px] border border-hairline p-[36px] max-[521px]:px-5 max-[521px]:pt-7 max-[521px]:pb-6'
const heading =
  'mb-3 font-display text-h2/tight font-[250] tracking-[0.005em] text-balance text-ink focus-visible:outline-none max-[521px]:text-3xl/tight'

/** Without script an open dialog with a form; with it, `gate-script.ts` reads the browser's record first, then opens it as a modal one. */
export function AgeGate({ next }: { next: string }) {
  return (
    <GateFrame>
      <p className="gate-wait" role="status">
        Loading
      </p>
      {/* Before the dialog: the script must have read the record when the browser first paints. */}
      <InlineScript gate="gate" />
      <dialog
        open
        id="age-gate"
        className={`fixed inset-0 m-auto h-fit max-h-[calc(100dvh-32px)] w-[min(520px,calc(100%-40px))] max-w-none overflow-auto overscroll-contain backdrop:bg-transparent ${plate}`}
        closedby="none"
        aria-labelledby="age-question"
        aria-describedby="age-reason"
      >
        <form method="post" action={gatePath} className={inner}>
          <EngravedMark />
          {/* Focused when the dialog opens, so that no answer is preselected. */}
          <h1 id="age-question" className={heading} tabIndex={-1} autoFocus>
            Are you 18 or older?
          </h1>
          <p id="age-reason">
            This site sells firearms and accessories. Federal regulations and state laws limit it to adults.
          </p>
          <p id="age-cookies" className="mt-4 border-l-2 border-stop pl-3 text-ink" role="alert" hidden>
            Your browser didn’t save your answer. Please allow cookies for this site and answer again.
          </p>
          <input type="hidden" id="age-next" name="next" value={next} />
          <input type="hidden" id="age-timestamp" name="timestamp" value="" />
          <div className="mt-[30px] grid gap-3 [&>*]:min-h-[52px] [&>*]:text-base/[1.25]">
            <button type="submit" className="btn btn-primary btn-block" name="answer" value="adult">
              I am 18 years or older
            </button>
            <button type="submit" className="btn btn-secondary btn-block" name="answer" value="minor">
              I am under 18
            </button>
          </div>
          <p className="mt-[22px] border-t border-hairline pt-[18px] text-sm/relaxed text-faint">
            We remember your answer on this device for 30 days.{' '}
            <noscript>We save your answer in a cookie, so please allow cookies for this site.</noscript>
          </p>
        </form>
        <div id="age-restricted" className={inner} role="alert" hidden>
          <Refusal titleId="age-restricted-title">
            <button type="button" id="age-understood" className="btn btn-primary btn-block">
              {words.understood}
            </button>
          </Refusal>
        </div>
      </dialog>
    </GateFrame>
  )
}

/** The refusal as a page, for browsers without script. */
export function RestrictedPage({ to }: { to: string }) {
  return (
    <GateFrame>
      <section className={`relative w-[min(520px,100%)] ${plate}`} aria-labelledby="age-restricted">
        <div className={inner}>
          <Refusal titleId="age-restricted">
            <a className="btn btn-primary btn-block" href={to}>
              {words.understood}
            </a>
          </Refusal>
        </div>
      </section>
    </GateFrame>
  )
}

function Refusal({ titleId, children }: { titleId: string; children: ReactNode }) {
  return (
    <>
      <h1 id={titleId} className={heading}>
        {words.restricted}
      </h1>
      <p>{words.restrictedReason}</p>
      <div className="mt-[30px] grid gap-3 [&>*]:min-h-[52px] [&>*]:text-base/[1.25]">{children}</div>
    </>
  )
}

function GateFrame({ children }: { children: ReactNode }) {
  return (
    <main className="relative grid min-h-svh place-items-center bg-page p-5">
      <div className="gate-light" aria-hidden="true" />
      {children}
    </main>
  )
}

/** The script in the page itself, for what has to be known before anything is painted. The content policy lets it run by its hash. */
export function InlineScript({ gate }: { gate: GatePlace }) {
  return (
    <script
      // oxlint-disable-next-line react/no-danger -- our own text, made from checked functions; nothing a visitor sent
      dangerouslySetInnerHTML={{ __html: gateScript(gate) }}
    />
  )
}

const height = 30
const margin = 2 // half a stroke, so that round ends are not cut off

function EngravedMark() {
  const width = Math.ceil(letteringWidth(brand, { height })) + 2 * margin
  const strokes = letteringStrokes(brand, { height, x: margin, y: height + margin })
  return (
    <svg
      className="gate-mark mb-[34px] block h-[34px] fill-none stroke-ink stroke-[3.4] [stroke-linecap:round] [stroke-linejoin:round]"
      viewBox={`0 0 ${width} ${height + 2 * margin}`}
      role="img"
      aria-label={brand}
    >
      {strokes.map((path, index) => (
        <path key={path} pathLength={1} style={{ '--i': index } as CSSProperties} d={path} />
      ))}
    </svg>
  )
}
