import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'

type Props = {
  /** The words: a remark on the control, never its name. */
  text: ReactNode
  /** One element that takes the focus. It gets the words as its description. */
  children: ReactElement<{ 'aria-describedby'?: string }>
  /** Which edges stand in line; `start` or `end` near the window's edge. */
  align?: 'center' | 'start' | 'end'
}

/** How long the pointer rests before a tooltip shows; the style sheet waits as long. */
const delayMs = 700

/** When a shown tooltip was last left: the next one within 300 ms shows without the wait. */
let leftAt = Number.NEGATIVE_INFINITY

/** Whether a pointer that left one tooltip `sinceMs` milliseconds ago sees the next one without the 700 ms wait. */
export function skipsDelay(sinceMs: number): boolean {
  return sinceMs < 300
}

/**
 * A remark that shows above its control: 700 ms under the pointer, at once under the keyboard. Escape hides it until the
 * pointer or the focus comes again. The waiting is done by the style sheet, so that it works without script.
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
