import { useState } from 'react'
import { useLive } from '#app/live/use-live.ts'
import { type DropLiveState, type DropStatus, dropTopic, isEarlyAccess, unpackUnits } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { CollectorDetails } from './collector-details.tsx'
import { DropHero } from './drop-hero.tsx'
import { DropStory } from './drop-story.tsx'
import { EveryNumber } from './every-number.tsx'
import { HoldNow } from './hold-now.tsx'
import { PatchPresale, type PatchView } from './patch-presale.tsx'
import { PickNumber } from './pick-number.tsx'
import { useStatusChange } from './use-status-change.ts'
import { useInView } from './use-in-view.ts'
import { useNumberChoice } from './use-number-choice.ts'
import { VaultLink } from './vault-link.tsx'

type Props = {
  drop: DropView
  story: string
  patches: readonly PatchView[]
  /** How many drops came before. */
  earlier: number
  now: Date
  timeZone: string
}

/** A drop's page. Its units, counts and status follow the shop while it is open. */
export function DropPage({ drop, story, patches, earlier, now, timeZone }: Props) {
  const { status, paused, units: packed } = useLive<DropLiveState>(dropTopic(drop.slug), drop.live)
  const units = unpackUnits(packed)
  const choice = useNumberChoice(drop.slug, units)
  const onStatusChange = useStatusChange()
  const [joinLink, isJoinInView] = useInView()
  const [holdForm, isHoldInView] = useInView()
  const isLive = status === 'live'
  const isEarly = isEarlyAccess(lifecycleOf(drop, status, paused), now)
  const mine = isLive && choice.isChosen ? choice.number : undefined
  // The initial number, not the live lowest one: otherwise every sale would make each visitor fetch another picture.
  const [initialNumber] = useState(choice.number)
  return (
    <>
      <DropHero
        drop={drop}
        status={status}
        units={units}
        mine={mine}
        patches={patches}
        now={now}
        timeZone={timeZone}
        onStatusChange={onStatusChange}
        joinLink={joinLink}
      />
      {isLive ? (
        <PickNumber drop={drop} units={units} paused={paused} choice={choice} holdForm={holdForm} />
      ) : (
        <EveryNumber drop={drop} units={units} status={status} isEarly={isEarly} timeZone={timeZone} />
      )}
      <DropStory drop={drop} story={story} status={status} units={units} />
      <CollectorDetails drop={drop} number={mine ?? (isLive ? initialNumber : undefined)} />
      {patches.length > 0 && <PatchPresale patches={patches} status={status} />}
      <VaultLink earlier={earlier} />
      {isLive && !paused && (
        <HoldNow
          slug={drop.slug}
          units={units}
          choice={choice}
          isShown={isJoinInView === false && !isHoldInView}
        />
      )}
    </>
  )
}

/** The lifecycle for early access. `remaining` does not matter before the launch. */
function lifecycleOf({ launchDate, endDate }: DropView, status: DropStatus, paused: boolean) {
  return { status, remaining: 1, launchDate, endDate, pausedAt: paused ? new Date(0) : null }
}
