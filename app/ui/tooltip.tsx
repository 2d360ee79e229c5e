import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'

type Props = {
  /** The text: a description of the control, never its name. */
  text: ReactNode
  /** A focusable element, which gets the text as its description. */
  children: ReactElement<{ 'aria-describedby'?: string }>
  /** Which edges align; `start` or `end` near the window's edge. */
  align?: 'center' | 'start' | 'end'
}

/** The hover delay in milliseconds; the style sheet has the same one. */
const delayMs = 700

/** When a shown tooltip was last left: the next one within 300 ms shows without delay. */
let leftAt = Number.NEGATIVE_INFINITY

/** Does the next tooltip show without the 700 ms delay, `sinceMs` milliseconds after the last one was left? */
export function skipsDelay(sinceMs: number): boolean {
  return sinceMs < 300
}

/**
 * A tooltip above its control: after 700 ms of hover, at once on keyboard focus. Escape hides it until the next
 * hover or focus. The delay is in CSS, so it works without script.
 */
export function Tooltip({ text, children, align = 'center' }: Props) {
  const id = useId()
  const [active, setActive] = useState(false)
  const [hushed, setHushed] = useState(false)
  const [skip, setSkip] = useState(false)
  const enteredAt = useRef(0)

  useEffect(() => {
    if (!active) return
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && setHushed(true)
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [active])

  const enter = () => {
    setActive(true)
    setHushed(false)
  }
  return (
    <span
      className="tip relative inline-block"
      data-skip={skip || undefined}
      data-hushed={hushed || undefined}
      onPointerEnter={(event) => {
        enteredAt.current = event.timeStamp
        setSkip(skipsDelay(event.timeStamp - leftAt))
        enter()
      }}
      onPointerLeave={(event) => {
        if (skip || event.timeStamp - enteredAt.current >= delayMs) leftAt = event.timeStamp
        setActive(false)
      }}
      onFocus={enter}
      onBlur={() => setActive(false)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span role="tooltip" id={id} className={align === 'center' ? 'tip-text' : `tip-text ${align}`}>
        {text}
      </span>
    </span>
  )
}
