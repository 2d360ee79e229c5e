import { isEarlyAccess, unpackUnits } from '../rules.ts'
import { followDrop } from '../rules/following.ts'
import { groupOf } from '../rules/unit-groups.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import type { PhotoSet } from '../../photos/rules.ts'
import { CollectorDetails } from './collector-details.tsx'
import { DropHero } from './drop-hero.tsx'
import { DropStory } from './drop-story.tsx'
import { type ExplodedDrawing, ExplodedView } from './exploded-view.tsx'
import { EveryNumber } from './every-number.tsx'
import { HoldNow } from './hold-now.tsx'
import { PatchPresale, type PatchView } from './patch-presale.tsx'
import { ReceiverView, type ReceiverViews } from './receiver-view.tsx'
import { RifleFacts, type VariantView } from './rifle-facts.tsx'
import { PickNumber } from './pick-number.tsx'
import { VaultLink } from './vault-link.tsx'

type Props = {
  drop: DropView
  story: string
  patches: readonly PatchView[]
  variants: readonly VariantView[]
  receiver: ReceiverViews
  exploded: ExplodedDrawing
  photos: PhotoSet
  /** How many drops came before. */
  earlier: number
  now: Date
  timeZone: string
  /** A number in the group that is shown first. */
  from?: number
  /** Shown to staff before visitors see it: it follows no live numbers. */
  isPreview?: boolean
}

/** A drop's page. Its units, counts and status follow the shop while it is open. */
export function DropPage({
  drop,
  story,
  patches,
  variants,
  receiver,
  exploded,
  photos,
  earlier,
  now,
  timeZone,
  from = 1,
  isPreview = false,
}: Props) {
  const { status, paused } = drop.live
  const units = unpackUnits(drop.live.units)
  const isLive = status === 'live'
  // `remaining` does not matter before the launch.
  const life = { ...drop, status, remaining: 1, pausedAt: paused ? new Date(0) : null }
  const group = groupOf(from, units.length)
  const first = units.indexOf('open', group.from - 1) + 1
  const number = isLive && first > 0 && first <= group.to ? first : undefined
  return (
    <div
      {...followDrop(drop.slug, drop.live, drop.house.length)}
      {...(isPreview && { 'data-live': undefined })}
    >
      <DropHero
        drop={drop}
        cover={photos.cover}
        units={units}
        patches={patches}
        now={now}
        timeZone={timeZone}
      />
      {isLive ? (
        <PickNumber drop={drop} units={units} variants={variants} group={group} number={number} />
      ) : (
        <EveryNumber
          drop={drop}
          units={units}
          status={status}
          isEarly={isEarlyAccess(life, now)}
          group={group}
          timeZone={timeZone}
        />
      )}
      {photos.gallery.length > 0 ? (
        <PhotoSection set={photos} title="The Rifle" />
      ) : (
        <ReceiverView
          views={receiver}
          name={drop.name}
          total={drop.totalUnits}
          status={status}
          number={number}
        />
      )}
      <RifleFacts
        variants={variants}
        receiver={receiver}
        basePriceCents={drop.basePrice}
        depositCents={drop.depositPrice}
        status={status}
      />
      {photos.gallery.length === 0 && <ExplodedView drawing={exploded} name={drop.name} />}
      <DropStory drop={drop} story={story} units={units} />
      <CollectorDetails drop={drop} status={status} number={number} />
      {patches.length > 0 && <PatchPresale patches={patches} status={status} />}
      <VaultLink earlier={earlier} />
      {number !== undefined && !paused && <HoldNow number={number} variants={variants} />}
    </div>
  )
}
