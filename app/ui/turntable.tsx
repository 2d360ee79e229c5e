import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import { turnWords } from './turn-words.ts'

/** One view of a thing that can be turned; positive degrees turn its near side to the right. */
type View = { degrees: number; src: string }

type Props = {
  /** From the left end of the turn to the right, in equal steps; the one at 0 degrees is shown first. */
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

/**
 * A thing that is turned by drag, finger and arrow keys: a slider lies over its picture. Only its first view comes with the page,
 * and without script it is that picture; `site/turntable.ts` loads the others once somebody reaches for it.
 */
export function Turntable({ views, name, alt, width, height, isLazy = false }: Props) {
  const [first, second] = views
  const front = views.find(({ degrees }) => degrees === 0) ?? first
  if (!front || !first || !second) return null
  return (
    <div className="relative w-full has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-accent">
      <div className="grid" data-turn={JSON.stringify(views.map(({ src }) => src))}>
        <img
          className="col-start-1 row-start-1 h-auto w-full data-turned:invisible"
          src={front.src}
          alt={alt}
          width={width}
          height={height}
          decoding="async"
          loading={isLazy ? 'lazy' : undefined}
        />
      </div>
      <input
        type="range"
        className="absolute inset-0 m-0 h-full w-full cursor-grab opacity-0 active:cursor-grabbing noscript:hidden"
        aria-label={`Turn the ${name}`}
        aria-valuetext={turnWords(front.degrees)}
        autoComplete="off"
        min={first.degrees}
        max={views.at(-1)?.degrees}
        step={second.degrees - first.degrees}
        defaultValue={front.degrees}
      />
      <p
        className="pointer-events-none absolute bottom-4 left-5 flex items-center gap-2 text-sm text-muted noscript:hidden"
        aria-hidden
      >
        <MoveHorizontal className="size-5" /> Drag to turn
      </p>
      <span
        className="pointer-events-none absolute right-5 bottom-5 flex items-end gap-1.5 noscript:hidden"
        aria-hidden
      >
        {views.map((view) => (
          <i
            key={view.src}
            className="h-[10px] w-0.5 bg-control data-here:h-4 data-here:bg-accent"
            data-here={view === front || undefined}
          />
        ))}
      </span>
    </div>
  )
}
