import { Section } from '#app/features/console/components/section.tsx'
import { itemClasses } from '#app/features/compliance/rules.ts'
import { dropCategories, dropThemes } from '#app/features/drops/rules.ts'
import { categoryWords } from '#app/features/drops/words.ts'
import { classNames, themeWords } from '#app/features/drops/words/plan.ts'
import type { ShownPlan } from '../routes/shown-plan.server.ts'
import { ContrastNote } from './contrast-note.tsx'
import { DrawingChoice } from './drawing-choice.tsx'
import { HouseNumbers } from './house-numbers.tsx'
import { PlanField, PlanGrid, PlanSelect, PlanText, usePlanValue } from './plan-form.tsx'

type Props = { shown: ShownPlan }

/** Name, number and address. */
export function NameSection({ shown }: Props) {
  return (
    <Section item={1} title="Name" note={shown.copiedFrom ? `copied from ${shown.copiedFrom}` : undefined}>
      <PlanGrid>
        <PlanField name="name" label="Name" maxLength={60} required />
        <PlanField name="volume" label="Volume" inputMode="numeric" hint="Empty for none." />
        <PlanField name="dropNumber" label="Drop №" inputMode="numeric" data-code="" />
        <PlanField
          name="slug"
          label="Address, after /drops/"
          maxLength={60}
          readOnly={shown.isPublished}
          hint={shown.isPublished ? 'Published: it stays.' : undefined}
        />
        <PlanSelect
          name="category"
          label="Category"
          options={dropCategories.map((category) => [category, categoryWords[category]] as const)}
        />
        <PlanSelect
          name="itemClass"
          label="Item class"
          options={itemClasses.map((itemClass) => [itemClass, classNames[itemClass]] as const)}
          hint="The state rules are checked with it."
        />
      </PlanGrid>
    </Section>
  )
}

/** The number of units, the deposit, and which numbers are set aside. */
export function UnitsSection({ shown }: Props) {
  return (
    <Section item={2} title="Units and money" note="USD, before tax">
      <PlanGrid>
        <PlanField name="units" label="Units, 1 to 1,000" inputMode="numeric" data-code="" />
        <PlanField name="depositCents" label="Deposit" inputMode="decimal" data-code="" />
        <PlanField
          name="maxPerBuyer"
          label="At most per buyer"
          inputMode="numeric"
          data-code=""
          hint="Held and bought together, by browser, email, card, and name with ZIP code. Empty for any number."
        />
        <PlanField
          name="unpaidPerNetwork"
          label="Unpaid holds per network"
          inputMode="numeric"
          data-code=""
          hint="A phone carrier or a range puts many buyers behind one address. Above this many unpaid holds, a hold from there takes a few seconds of computing or a confirmed email; it is never refused for that. Empty: 6, or a tenth of the run if that is more."
        />
        <HouseNumbers units={shown.units} used={shown.used} />
      </PlanGrid>
      <p className="con-hint mt-2">{shown.money}</p>
      {shown.isReliedOn && (
        <p className="con-hint">
          Buyers rely on units, deposit, class and variants: a change makes a new version of the drop, which
          is shown before it is saved, and said on their order pages.
        </p>
      )}
    </Section>
  )
}

/** When it opens and ends. */
export function LaunchSection({ shown }: Props) {
  return (
    <Section item={4} title="Launch" note={shown.zone}>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <PlanField
          name="launchAt"
          type="datetime-local"
          label="Opens"
          hint="Empty: announced, and launched by hand. Patches with early access open it 24 hours before."
        />
        <PlanField
          name="endAt"
          type="datetime-local"
          label="Ends"
          hint="Empty: when the last unit is taken."
        />
      </div>
    </Section>
  )
}

/** Theme, colors and drawing. */
export function LookSection({ shown }: Props) {
  const theme = usePlanValue('theme')
  return (
    <Section item={5} title="Look">
      <PlanGrid>
        <PlanSelect
          name="theme"
          label="Theme"
          options={dropThemes.map((each) => [each, themeWords[each]] as const)}
        />
        <PlanField
          name="accent"
          label="Own accent"
          placeholder="#rrggbb"
          maxLength={7}
          spellCheck={false}
          data-code=""
          hint="Empty: the theme’s. Its contrast is measured as you save."
        />
        <PlanField
          name="ground"
          label="Own tint of the ground"
          placeholder="#rrggbb"
          maxLength={7}
          spellCheck={false}
          data-code=""
          hint="Its hue; the page stays dark."
        />
      </PlanGrid>
      <ContrastNote look={{ theme, accent: usePlanValue('accent'), ground: usePlanValue('ground') }} />
      <DrawingChoice shown={shown} />
    </Section>
  )
}

/** What is said about it. */
export function StorySection() {
  return (
    <Section item={6} title="Story">
      <div className="grid gap-3">
        <PlanField name="tagline" label="Tagline" maxLength={160} />
        <PlanField
          name="description"
          label="Description, for search engines and shared links"
          maxLength={400}
        />
        <PlanText name="story" label="Story; an empty line begins a new paragraph" rows={6} />
        <PlanText name="smallPrint" label="Small print" rows={2} />
      </div>
    </Section>
  )
}
