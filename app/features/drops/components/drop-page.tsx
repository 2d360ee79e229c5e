import { memo, useMemo, useState } from 'react'
import { useLive } from '#app/live/use-live.ts'
import { type DropLiveState, type DropStatus, dropTopic, isEarlyAccess, unpackUnits } from '../rules.ts'
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
import { useStatusChange } from './use-status-change.ts'
import { useInView } from './use-in-view.ts'
import { useNumberChoice } from './use-number-choice.ts'
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
  const topic = isPreview ? 'preview' : dropTopic(drop.slug)
  const { status, paused, units: packed } = useLive<DropLiveState>(topic, drop.live)
  const units = useMemo(() => unpackUnits(packed), [packed])
  const choice = useNumberChoice(drop.slug, units, variants)
  const onStatusChange = useStatusChange()
  const joinLink = useInView()
  const holdForm = useInView()
  const isLive = status === 'live'
  const isEarly = isEarlyAccess(lifecycleOf(drop, status, paused), now)
  const mine = isLive && choice.isChosen ? choice.number : undefined
  // The initial number, not the live lowest one: otherwise every sale would make each visitor fetch another picture.
  const [initialNumber] = useState(choice.number)
  return (
    <>
      <DropHero
        drop={drop}
        cover={photos.cover}
        status={status}
        paused={paused}
        units={units}
        mine={mine}
        patches={patches}
        now={now}
        timeZone={timeZone}
        onStatusChange={onStatusChange}
        joinLink={joinLink.ref}
      />
      {isLive ? (
        <PickNumber
          drop={drop}
          units={units}
          paused={paused}
          choice={choice}
          from={from}
          holdForm={holdForm.ref}
        />
      ) : (
        <EveryNumber
          drop={drop}
          units={units}
          status={status}
          isEarly={isEarly}
          from={from}
          timeZone={timeZone}
        />
      )}
      {photos.gallery.length > 0 ? (
        <Gallery set={photos} title="The Rifle" />
      ) : (
        <Receiver
          views={receiver}
          name={drop.name}
          total={drop.totalUnits}
          status={status}
          number={mine ?? (isLive ? initialNumber : undefined)}
        />
      )}
      <Facts
        variants={variants}
        receiver={receiver}
        basePriceCents={drop.basePrice}
        depositCents={drop.depositPrice}
        status={status}
      />
      {photos.gallery.length === 0 && <Parts drawing={exploded} name={drop.name} />}
      <Story drop={drop} story={story} status={status} units={units} />
      <Collector drop={drop} status={status} number={mine ?? (isLive ? initialNumber : undefined)} />
      {patches.length > 0 && <Patches patches={patches} status={status} />}
      <Vault earlier={earlier} />
      {isLive && !paused && (
        <HoldNow slug={drop.slug} units={units} choice={choice} joinLink={joinLink} holdForm={holdForm} />
      )}
    </>
  )
}

// A choice, or a number that somebody else takes, changes nothing in these.
const Gallery = memo(PhotoSection)
const Receiver = memo(ReceiverView)
const Facts = memo(RifleFacts)
const Parts = memo(ExplodedView)
const Story = memo(DropStory)
const Collector = memo(CollectorDetails)
const Patches = memo(PatchPresale)
const Vault = memo(VaultLink)

/** The lifecycle for early access. `remaining` does not matter before the launch. */
function lifecycleOf({ launchDate, endDate }: DropView, status: DropStatus, paused: boolean) {
  return { status, remaining: 1, launchDate, endDate, pausedAt: paused ? new Date(0) : null }
}
