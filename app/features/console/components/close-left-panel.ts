import type { FocusEvent } from 'react'

const panels = 'details:is(.con-menu, .con-popover)[open]'

/**
 * Closes a panel, or a menu that led to another page, once the focus moves behind it: it would cover what has the focus
 * (WCAG 2.4.11). Panels that stand in the flow, as on phones, cover nothing and stay: the page would move under the finger.
 */
export function closeLeftPanel({ target, relatedTarget }: FocusEvent<HTMLElement>) {
  const left = target.closest<HTMLDetailsElement>(panels)
  if (!left || !(relatedTarget instanceof Node) || left.contains(relatedTarget)) return
  const panel = left.lastElementChild
  if (panel && getComputedStyle(panel).position === 'absolute') left.open = false
}
