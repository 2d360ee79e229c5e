import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'

type Props = {
  /** The text: a description of the control, never its name. */
  text: ReactNode
  children: ReactElement<{ 'aria-describedby'?: string }>
  align?: 'center' | 'end'
}

/** After 700 ms of hover, at once on keyboard focus. In CSS, so it works without script; `site/tips.ts` adds Escape, and no delay within 300 ms. */
export function Tooltip({ text, children, align = 'center' }: Props) {
  const id = useId()
  return (
    <span className="tip group/tip relative inline-block">
      {cloneElement(children, { 'aria-describedby': id })}
      <span role="tooltip" id={id} className={`tip-text ${box} ${shown} ${bridge} ${arrow} ${places[align]}`}>
        {text}
      </span>
    </span>
  )
}

const box =
  'invisible absolute bottom-[calc(100%+10px)] z-30 w-max max-w-[min(240px,80vw)] rounded-control bg-ink px-3 py-2 text-left font-text text-xs font-normal tracking-normal whitespace-normal text-page opacity-0'

/** Without a hover, as on a touch screen, only the focus shows it. */
const shown =
  'group-hover/tip:visible group-hover/tip:opacity-100 group-hover/tip:transition-[opacity,visibility] group-hover/tip:delay-700 group-data-skip/tip:delay-0 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100 group-has-focus-visible/tip:delay-0 group-data-hushed/tip:invisible!'

/** Over the gap, so that the pointer can move onto the words. */
const bridge = 'before:absolute before:inset-x-0 before:top-full before:h-3'

const arrow = 'after:absolute after:top-full after:border-[5px] after:border-transparent after:border-t-ink'

const places = {
  center: 'left-1/2 -translate-x-1/2 after:left-1/2 after:-ml-[5px]',
  end: 'right-0 after:right-5',
}
