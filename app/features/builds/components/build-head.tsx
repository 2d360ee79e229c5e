import { isPlatformId, type Platform } from '../rules.ts'
import type { BuildClass } from '../rules/build-class.ts'
import { configuratorWords } from '../words.ts'
import { ClassStatement } from './class-statement.tsx'

type Props = {
  platform: Platform
  /** All that can be configured; choosing one starts over. */
  platforms: readonly Platform[]
  buildClass: BuildClass
}

/** The head of the configurator: the platform, its legal class, and the other platforms. */
export function BuildHead({ platform, platforms, buildClass }: Props) {
  const offered = platforms.filter(({ id, isAvailable }) => isAvailable && isPlatformId(id))
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-4 low:py-1">
      <div className="flex min-w-0 flex-[1_1_320px] flex-wrap items-baseline gap-x-5 gap-y-1">
        <h1 className="font-display text-2xl leading-tight font-book">
          {platform.name} <span className="sr-only">{configuratorWords.builder}</span>
        </h1>
        <p className="max-w-[92ch] min-w-0 flex-[1_1_280px] text-sm leading-snug text-muted" role="status">
          <ClassStatement buildClass={buildClass} />
        </p>
      </div>
      {offered.length > 1 && (
        <nav className="max-sm:w-full print:hidden" aria-label={configuratorWords.platforms}>
          <ul className="flex flex-wrap divide-x divide-control overflow-hidden rounded-control border border-control">
            {offered.map(({ id, name }) => (
              <li className="max-sm:flex-1" key={id}>
                <a
                  className="grid min-h-11 place-items-center px-4 font-display text-sm leading-none tracking-wide text-muted hover:text-ink aria-[current]:bg-ink aria-[current]:text-page aria-[current]:forced-color-adjust-none forced-colors:focus-visible:outline-[CanvasText] forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText]"
                  href={`/build?platform=${id}#configurator`}
                  aria-current={id === platform.id || undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}
