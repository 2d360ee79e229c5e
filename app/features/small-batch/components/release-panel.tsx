import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { openSlots, reservePath, strokeStates, type ReleaseView } from '../rules.ts'
import { reserveWords, statusSentence, windowWords } from '../words.ts'
import { JoinWindow } from './join-window.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  release: ReleaseView
  /** The first one is loaded eagerly, the others lazily. */
  isFirst: boolean
}

/** One panel of the triptych: a release in its theme, with drawing and window. */
export function ReleasePanel({ release, isFirst }: Props) {
  const { slug, name, summary, status, slots, priceCents, art } = release
  const [firstOpen] = openSlots(release)
  return (
    <article className="group relative flex flex-col" data-theme={slug} aria-labelledby={`line-${slug}`}>
      <div className="windows-art relative h-[330px] overflow-hidden lg:h-[clamp(340px,34vw,520px)]">
        <img
          className="size-full object-cover object-[50%_30%] transition-[scale] duration-theme ease-out motion-safe:group-has-[h2_a:hover]:scale-103"
          src={art.phone}
          alt=""
          width={artFrames.heroPhone.width}
          height={artFrames.heroPhone.height}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
        <span className="absolute top-5 left-5 z-1 lg:left-8">
          <StatusBadge status={status} />
        </span>
      </div>
      <div className="z-1 -mt-16 flex flex-1 flex-col gap-3 px-5 pb-10 lg:px-8">
        <h2 className="display flex min-h-20 items-end wrap-anywhere text-display-sm" id={`line-${slug}`}>
          <Link className="after:absolute after:inset-0" to={`/small-batch/${slug}`}>
            {name}
          </Link>
        </h2>
        <p className="text-muted">{summary}</p>
        <dl className="my-2 grid grid-cols-[1fr_auto] gap-4 border-y border-hairline py-4">
          <div>
            <dt className="mb-1.5 text-sm text-faint">Window</dt>
            <dd className="font-display text-lg leading-snug font-book">{windowWords(release)}</dd>
          </div>
          <div>
            <dt className="mb-1.5 text-sm text-faint">Price</dt>
            <dd className="font-display text-lg leading-snug font-book">
              <Price className="text-xl" cents={priceCents} />
            </dd>
          </div>
        </dl>
        <Ticks units={strokeStates(status, slots)} />
        <p className="mb-3 text-sm text-muted">{statusSentence(release)}</p>
        <div className="z-1 mt-auto grid gap-3">
          {firstOpen !== undefined && (
            <ButtonLink to={reservePath(slug, firstOpen)} variant="primary" block>
              {reserveWords.reserve}
            </ButtonLink>
          )}
          <JoinWindow release={release} block />
        </div>
      </div>
    </article>
  )
}
