import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useHydrated } from './hydrated.ts'

/** One view of a thing that can be turned; positive degrees turn its near side to the right. */
type View = { degrees: number; src: string }

type Props = {
  /** From the left end of the turn to the right; the one at 0 degrees is shown first. */
  views: readonly View[]
  /** What is turned, for the name of the control. */
  name: string
  /** What the first view shows. */
  alt: string
  width: number
  height: number
  /** Far down its page: the first view is loaded once it comes near. */
  isLazy?: boolean
}

/** How far a drag from one end of the turn to the other is, as a share of the picture. */
const dragShare = 0.7

/**
 * A thing that is turned by drag, finger and arrow keys. Only its first view comes with the page, and without script it is that
 * picture; the others are loaded once someone reaches for it. Until a view has loaded, the last one stays.
 */
export function Turntable({ views, name, alt, width, height, isLazy = false }: Props) {
  const isHydrated = useHydrated()
  const front = Math.max(
    0,
    views.findIndex(({ degrees }) => degrees === 0),
  )
  const [at, setAt] = useState(front)
  const [shown, setShown] = useState(front)
  const [isWanted, setWanted] = useState(false)
  const loaded = useRef(new Set([front]))
  const drag = useRef<{ x: number; at: number }>(undefined)
  const want = () => setWanted(true)
  const turnTo = (next: number) => {
    const to = Math.max(0, Math.min(views.length - 1, next))
    want()
    setAt(to)
    if (loaded.current.has(to)) setShown(to)
  }
  const arrived = (view: number) => {
    loaded.current.add(view)
    if (view === at) setShown(view)
  }

  const press = (event: KeyboardEvent) => {
    const next = keyTurns[event.key]?.(at, views.length)
    // With Alt an arrow is the browser's: back and forward.
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    turnTo(next)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current
    if (!from) return
    const step = (event.currentTarget.clientWidth * dragShare) / (views.length - 1)
    turnTo(from.at + Math.round((event.clientX - from.x) / step))
  }
  const picture = (
    <div className="grid">
      {views.map(({ src }, view) =>
        view === front || isWanted ? (
          <img
            key={src}
            className="invisible col-start-1 row-start-1 h-auto w-full data-shown:visible"
            src={src}
            alt={view === front ? alt : ''}
            width={width}
            height={height}
            decoding="async"
            loading={isLazy && view === front ? 'lazy' : undefined}
            draggable={false}
            data-shown={view === shown || undefined}
            onLoad={() => arrived(view)}
          />
        ) : null,
      )}
    </div>
  )
  const here = views[at]?.degrees ?? 0
  if (!isHydrated)
    return (
      <div className="relative w-full">
        <div>{picture}</div>
      </div>
    )
  return (
    <div className="relative w-full">
      <div
        role="slider"
        className="cursor-grab touch-pan-y select-none focus-visible:-outline-offset-4 active:cursor-grabbing"
        tabIndex={0}
        aria-label={`Turn the ${name}`}
        aria-valuemin={views[0]?.degrees}
        aria-valuemax={views.at(-1)?.degrees}
        aria-valuenow={here}
        aria-valuetext={turnWords(here)}
        aria-busy={at === shown ? undefined : true}
        onKeyDown={press}
        onFocus={want}
        onPointerEnter={want}
        onPointerDown={(event) => {
          want()
          drag.current = { x: event.clientX, at }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={move}
        onPointerUp={() => (drag.current = undefined)}
        onPointerCancel={() => (drag.current = undefined)}
      >
        {picture}
        <p className="absolute bottom-4 left-5 flex items-center gap-2 text-sm text-muted" aria-hidden>
          <MoveHorizontal className="size-5" /> Drag to turn
        </p>
        <span className="absolute right-5 bottom-5 flex items-end gap-1.5" aria-hidden>
          {views.map(({ src }, view) => (
            <i
              key={src}
              className="h-[10px] w-0.5 bg-control data-here:h-4 data-here:bg-accent"
              data-here={view === at || undefined}
            />
          ))}
        </span>
      </div>
      <p className="sr-only">{alt}</p>
    </div>
  )
}

const keyTurns: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 2,
  PageUp: (at) => at + 2,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function turnWords(degrees: number): string {
  if (degrees === 0) return 'From the side'
  return `Turned ${Math.abs(degrees)} degrees to the ${degrees > 0 ? 'right' : 'left'}`
}
