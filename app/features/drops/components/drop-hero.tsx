import { formatCount } from '#app/kit/count.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { DrawingKey } from '#app/ui/drawing-key.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Instant } from '#app/ui/instant.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { type DropStatus, strokeStates, type UnitState, unitStates } from '../rules.ts'
import { figuresOf } from '../rules/following.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { drawingWords, dropNumberWords, refusalWords, statusWords } from '../words.ts'
import { BuyPatch } from './buy-patch.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { LiveCount } from './live-count.tsx'
import { NotifyButton } from './notify-button.tsx'
import type { PatchView } from './patch-presale.tsx'

type Props = {
  drop: DropView
  /** A photograph in place of the drawing. */
  cover?: ShownPhoto | null
  units: readonly UnitState[]
  patches: readonly PatchView[]
  /** The server's present moment. */
  now: Date
  timeZone: string
}

/** The first screen of a drop's page. */
export function DropHero({ drop, cover, units, patches, now, timeZone }: Props) {
  const { status, paused } = drop.live
  const countdown = countdownOf(drop, status)
  return (
    <Hero
      title={drop.name}
      tagline={drop.tagline}
      dropTheme={drop.theme}
      ownColors={drop.ownColors}
      art={
        cover ? (
          <Photo photo={cover} sizes="100vw" isFirst isDecorative className="absolute inset-0 h-full" />
        ) : (
          <HeroPicture art={drop.art} />
        )
      }
      badges={
        <>
          <StatusBadge status={status} />
          <span className="label">Drop № {dropNumberWords(drop.dropNumber)}</span>
        </>
      }
      {...(countdown && {
        endTime: countdown.until,
        now,
        countdownLabel: countdown.label,
        ended: null,
      })}
      {...ctasOf(drop, patches)}
      keyStrip={<KeyStrip status={status} units={units} house={drop.house.length} isDrawn={!cover} />}
    >
      {status === 'live' && paused && (
        <p className="mt-4 max-w-[48ch] text-base">
          <strong>{refusalWords.paused.title}.</strong> {refusalWords.paused.text}
        </p>
      )}
      {status === 'coming_soon' && drop.launchDate && (
        <p className="mt-4 text-base text-muted">
          Numbers open <Instant at={drop.launchDate} timeZone={timeZone} />.
        </p>
      )}
    </Hero>
  )
}

/** The badge of a status, with the words of a hero or, when `short`, of a card. */
export function StatusBadge({ status, short = false }: { status: DropStatus; short?: boolean }) {
  return <Badge kind={badgeKinds[status]}>{statusWords[status][short ? 'short' : 'full']}</Badge>
}

const badgeKinds = {
  live: 'live',
  coming_soon: 'soon',
  sold_out: 'sold',
  archived: 'archived',
} satisfies Record<DropStatus, BadgeKind>

/** The countdown of a drop: to its launch or its end, none once archived. */
function countdownOf(drop: Pick<DropView, 'launchDate' | 'endDate'>, status: DropStatus) {
  if (status === 'coming_soon')
    return drop.launchDate ? { label: 'Launches in:', until: drop.launchDate } : undefined
  return drop.endDate && status !== 'archived' ? { label: 'Ends in:', until: drop.endDate } : undefined
}

function ctasOf(drop: DropView, patches: readonly PatchView[]) {
  const { status } = drop.live
  const patchCTA = patches.length > 0 && { secondaryCTA: <BuyPatch patches={patches} status={status} /> }
  if (status === 'live')
    return {
      primaryCTA: (
        <ButtonLink to="#units" variant="primary" data-join="">
          Join Drop
        </ButtonLink>
      ),
      ...patchCTA,
    }
  return {
    primaryCTA: <NotifyButton drop={drop} status={status} variant="primary" label="Get Notified" />,
    secondaryCTA:
      status === 'coming_soon'
        ? { label: 'How a drop works', to: '/drops/details' }
        : { label: 'Explore the Vault', to: '/drops/vault' },
    ...patchCTA,
  }
}

type KeyProps = {
  status: DropStatus
  units: readonly UnitState[]
  /** How many of those that are taken are set aside for the house. */
  house: number
  isDrawn: boolean
}

/** The legend of the drawing: one line per unit, counted by state. */
function KeyStrip({ status, units, house, isDrawn }: KeyProps) {
  const figures = figuresOf(strokeStates(status, units), house)
  const words: Record<UnitState, string> = {
    open: status === 'archived' ? '{open} not made' : '{open} open',
    held: status === 'coming_soon' ? '{held} not open yet' : '{held} held',
    taken: house > 0 ? `{sold} taken, ${formatCount(house)} set aside` : '{taken} taken',
  }
  return (
    <DrawingKey
      text={isDrawn ? drawingWords(status, units.length) : `${formatCount(units.length)} numbered units`}
      items={unitStates
        .filter((state) => figures[state] > 0 || status === 'live')
        .map((state) => ({ state, text: <LiveCount words={words[state]} figures={figures} /> }))}
    />
  )
}
