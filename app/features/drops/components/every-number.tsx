import { ButtonLink } from '#app/ui/button.tsx'
import { Instant } from '#app/ui/instant.tsx'
import { Section } from '#app/ui/section.tsx'
import type { DropStatus, UnitState } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { spellNumber } from '../words.ts'
import { earlyAccessWords } from '../words/early-access.ts'
import type { UnitGroup } from '../rules/unit-groups.ts'
import { NumberMap } from './number-map.tsx'
import { Deposit } from './hold-panel.tsx'
import { NotifyButton } from './notify-button.tsx'
import { UnitGroups } from './unit-groups.tsx'
import { UnitList } from './unit-list.tsx'

type Props = {
  drop: DropView
  units: readonly UnitState[]
  status: Exclude<DropStatus, 'live'>
  /** Numbers can be held with an early-access code. */
  isEarly: boolean
  /** The numbers that are shown. */
  group: UnitGroup
  timeZone: string
}

/** The map of a drop whose numbers cannot be chosen: not open yet, sold out or closed. */
export function EveryNumber(props: Props) {
  const { drop, units, status, isEarly, group } = props
  const { title, lead, heading, text } = wordsOf(props)
  return (
    <Section id="units" className="numbers border-t-0" title={title} lead={lead}>
      <UnitGroups slug={drop.slug} units={units} group={group}>
        <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-12">
          <UnitList
            units={units}
            status={status}
            house={drop.house}
            group={group}
            earlyTo={isEarly ? (number) => `/drops/${drop.slug}/reserve?number=${number}` : undefined}
          />
          <div className="grid gap-4 sm:max-lg:grid-cols-2 sm:max-lg:items-center lg:sticky lg:top-24 lg:col-span-4">
            <NumberMap theme={drop.theme} src={drop.art.heroWide} />
            {isEarly && (
              <div className="panel p-panel grid justify-items-start gap-3">
                <h3 className="h3">{earlyAccessWords.title}</h3>
                <p className="text-sm text-muted">{earlyAccessWords.text}</p>
                <ButtonLink to={`/drops/${drop.slug}/reserve`} variant="primary">
                  {earlyAccessWords.button}
                </ButtonLink>
              </div>
            )}
            <div className="panel p-panel grid justify-items-start gap-3">
              <h3 className="h3">{heading}</h3>
              <p className="text-sm text-muted">{text}</p>
              {status === 'archived' ? (
                <ButtonLink to="/drops/vault">Explore the Vault</ButtonLink>
              ) : (
                <NotifyButton
                  drop={drop}
                  status={status}
                  label={status === 'sold_out' ? 'Notify me of returned units' : 'Notify me at launch'}
                />
              )}
            </div>
            {status === 'coming_soon' && <Deposit cents={drop.depositPrice} />}
          </div>
        </div>
      </UnitGroups>
    </Section>
  )
}

function wordsOf({ drop, units, status, timeZone }: Props) {
  const total = drop.totalUnits
  if (status === 'coming_soon') {
    const { launchDate } = drop
    return {
      title: 'The numbers',
      lead: 'The number you choose is engraved on the receiver, the certificate and the drop card. It is also your line in the drawing.',
      heading: 'Not open yet',
      text: (
        <>
          All {spellNumber(total)} numbers open{' '}
          {launchDate ? (
            <>
              on <Instant at={launchDate} timeZone={timeZone} />
            </>
          ) : (
            'at the launch'
          )}
          . This page updates by itself.
        </>
      ),
    }
  }
  if (status === 'sold_out') {
    return {
      title: 'The numbers',
      lead: 'Each number is engraved on one receiver, its certificate and its drop card.',
      heading: 'Every number is taken',
      text: `${total === 1 ? 'The only unit is' : `All ${spellNumber(total)} units are`} taken. A returned number shows here as open right away.`,
    }
  }
  const made = units.filter((state) => state === 'taken').length
  return {
    title: 'The numbers',
    lead: 'Each number that was taken is engraved on one receiver, its certificate and its drop card.',
    heading: 'The run is closed',
    text: madeWords(made, total),
  }
}

function madeWords(made: number, total: number): string {
  if (made < total)
    return `${made} of ${total} units were made. The other numbers were never engraved and will not be.`
  if (total === 1) return 'The only unit was made. Its number is not used again.'
  return `All ${spellNumber(total)} units were made. Their numbers are not used again.`
}
