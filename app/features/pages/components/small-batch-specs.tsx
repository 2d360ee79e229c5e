import { Link } from 'react-router'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { drawnStates, type ShownRelease, type WindowStatus } from '../../small-batch/rules.ts'
import { joinWords, statusSentence, statusWords, windowWords } from '../../small-batch/words.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { HomeData } from '../rules/home.ts'

/** The three build windows, each drawn with as many lines as it has slots. */
export function SmallBatchSpecs({ home: { releases } }: { home: HomeData }) {
  if (!releases.length) return null
  return (
    <Section
      title="Small-Batch Specs"
      lead="Three lines, three build windows. A window closes when its last line is taken."
    >
      <div className="home-wins">
        {releases.map((release) => (
          <WindowCard key={release.line} release={release} />
        ))}
      </div>
    </Section>
  )
}

function WindowCard({ release }: { release: ShownRelease }) {
  const { line, name, summary, status, slots, announcedFor, art } = release
  return (
    <article className="home-win" data-theme={line} aria-labelledby={`window-${line}`}>
      <div className="home-win-art">
        <img src={art.card} alt="" width={420} height={252} loading="lazy" decoding="async" />
        <Badge kind={badges[status]}>{statusWords[status]}</Badge>
      </div>
      <div className="home-win-tx">
        <h3 className="display" id={`window-${line}`}>
          <Link to={`/small-batch/${line}`}>{name}</Link>
        </h3>
        <p>{summary}</p>
        <dl>
          <div>
            <dt>Window</dt>
            <dd>{windowWords(release)}</dd>
          </div>
          <div>
            <dt>First announced for</dt>
            <dd>{announcedFor}</dd>
          </div>
        </dl>
        <Ticks units={drawnStates(status, slots)} />
        <p className="small">{statusSentence(release)}</p>
        <WaitlistButton
          label="Join Build Window"
          topic={`build-window:${line}`}
          title={`${name}, build window`}
          description={joinWords(release)}
          button="Join Build Window"
          block
        />
      </div>
    </article>
  )
}

const badges = { coming_soon: 'soon', open: 'live', full: 'sold', closed: 'archived' } satisfies Record<
  WindowStatus,
  BadgeKind
>
