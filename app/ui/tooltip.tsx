import './styles/tooltip.css'
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'

type Props = {
  /** The text: a description of the control, never its name. */
  text: ReactNode
  children: ReactElement<{ 'aria-describedby'?: string }>
  align?: 'center' | 'end'
}

/**
 * A tooltip above its control: after 700 ms of hover, at once on keyboard focus. The delay is in CSS, so it works without script;
 * `site/tips.ts` adds that Escape hides it, and that the next one within 300 ms shows at once.
 */
export function Tooltip({ text, children, align = 'center' }: Props) {
  const id = useId()
  return (
    <span className="tip relative inline-block">
      {cloneElement(children, { 'aria-describedby': id })}
      <span role="tooltip" id={id} className={align === 'center' ? 'tip-text' : `tip-text ${align}`}>
        {text}
      </span>
    </span>
  )
}
