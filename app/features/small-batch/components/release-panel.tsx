import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { Price } from '#app/ui/price.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { strokeStates, type ReleaseView } from '../rules.ts'
import { statusSentence, windowWords } from '../words.ts'
import { JoinWindow } from './join-window.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  release: ReleaseView
  /** The one that a phone shows first: the others wait for their turn on its line. */
  isFirst: boolean
}

/** One leaf of the triptych: a line in its own theme, its drawing above, its window below. */
export function ReleasePanel({ release, isFirst }: Props) {
  const { slug, name, summary, status, slots, priceCents, announcedFor, art } = release
  return (
    <article className="sb-leaf" data-theme={slug} aria-labelledby={`line-${slug}`}>
      <div className="sb-art">
        <img
          src={art.phone}
          alt=""
          width={artFrames.heroPhone.width}
          height={artFrames.heroPhone.height}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
        <StatusBadge status={status} />
      </div>
      <div className="sb-tx">
        <h2 className="display" id={`line-${slug}`}>
          <Link to={`/small-batch/${slug}`}>{name}</Link>
        </h2>
        <p className="sb-sum">{summary}</p>
        <dl className="sb-facts">
          <div>
            <dt>First announced as</dt>
            <dd>
              {windowWords(release)}, {announcedFor}
            </dd>
          </div>
          <div>
            <dt>Price</dt>
            <dd>
              <Price cents={priceCents} />
            </dd>
          </div>
        </dl>
        <Ticks units={strokeStates(status, slots)} />
        <p className="small">{statusSentence(release)}</p>
        <JoinWindow release={release} variant={status === 'open' ? 'primary' : 'secondary'} block />
      </div>
    </article>
  )
}
