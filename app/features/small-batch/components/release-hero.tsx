import { artFrames } from '#app/art/art-frames.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { Hero } from '#app/ui/hero.tsx'
import { DrawingKey } from '#app/ui/drawing-key.tsx'
import {
  openSlots,
  reservePath,
  strokeStates,
  type ReleaseView,
  type SlotState,
  slotStates,
} from '../rules.ts'
import { reserveWords, strokeNouns, slotWords, windowWords } from '../words.ts'
import { JoinWindow } from './join-window.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = { release: ReleaseView; cover: ShownPhoto | null; now: Date }

/** The hero of a release: drawing, countdown and waitlist button. */
export function ReleaseHero({ release, cover, now }: Props) {
  const { slug, name, summary, status, opensAt, closesAt, art } = release
  const [firstOpen] = openSlots(release)
  return (
    <Hero
      title={name}
      tagline={summary}
      dropTheme={slug}
      art={
        cover ? (
          <Photo photo={cover} sizes="100vw" isFirst isDecorative className="absolute inset-0 h-full" />
        ) : (
          <picture>
            <source
              media="(width >= 900px)"
              srcSet={art.wide}
              width={artFrames.heroWide.width}
              height={artFrames.heroWide.height}
            />
            <img
              className="object-right max-lg:object-top"
              src={art.phone}
              alt=""
              width={artFrames.heroPhone.width}
              height={artFrames.heroPhone.height}
              fetchPriority="high"
            />
          </picture>
        )
      }
      badges={
        <>
          <StatusBadge status={status} />
          <span className="label">{windowWords(release)}</span>
        </>
      }
      {...(status === 'coming_soon' && {
        endTime: opensAt,
        now,
        countdownLabel: 'Window opens in:',
        ended: null,
      })}
      {...((status === 'open' || status === 'full') && {
        endTime: closesAt,
        now,
        countdownLabel: 'Window closes in:',
        ended: null,
      })}
      {...(firstOpen === undefined
        ? {
            primaryCTA: <JoinWindow release={release} variant="primary" />,
            secondaryCTA: { label: 'All releases', to: '/small-batch' },
          }
        : {
            primaryCTA: { label: reserveWords.reserve, to: reservePath(slug, firstOpen) },
            secondaryCTA: <JoinWindow release={release} />,
          })}
      keyStrip={<KeyStrip release={release} />}
    />
  )
}

/** The legend of the drawing: what a stroke is, counted by state. */
function KeyStrip({ release: { slug, status, slots, totalUnits } }: { release: ReleaseView }) {
  const states = strokeStates(status, slots)
  const count = (state: SlotState) => states.filter((slot) => slot === state).length
  const stateText = (state: SlotState) =>
    status === 'coming_soon' ? 'not open yet' : status === 'closed' ? 'closed' : slotWords[state]
  return (
    <DrawingKey
      text={`${totalUnits} ${strokeNouns[slug].many}, one for each build of the window.`}
      items={slotStates
        .filter((state) => count(state) > 0)
        .map((state) => ({ state, text: `${count(state)} ${stateText(state)}` }))}
    />
  )
}
