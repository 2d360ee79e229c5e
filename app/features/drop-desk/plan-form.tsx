import { createContext, type ReactNode, use } from 'react'
import { Form } from 'react-router'
import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf } from '#app/art/contrast.ts'
import { CheckField, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { GateBox } from '#app/features/console/components/marks.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import {
  fieldsIn,
  parseNumbers,
  patchFields,
  planField,
  variantFields,
} from '#app/features/drops/plan-fields.ts'
import { dropThemes, maxUnits } from '#app/features/drops/rules.ts'
import { colorFault } from '#app/features/drops/rules/plan.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import type { ShownChange, ShownPlan } from './shown-plan.server.ts'

export type RefusedPlan = {
  typed: SubmittedFields
  errors: FieldErrors
  saved?: { by: string; revision: number; differences: ShownChange[] } | undefined
  reliedOn?: ShownChange[] | undefined
}

type PlanState = {
  values: SubmittedFields
  errors: FieldErrors
  isPublished: boolean
  saved?: RefusedPlan['saved']
}

const Plan = createContext<PlanState>({ values: {}, errors: {}, isPublished: false })

const usePlanValue = (name: string) => typedIn(use(Plan).values, name)

type Props = {
  shown: ShownPlan
  blank: { variants: string; patches: string }
  refused: RefusedPlan | undefined
}

export function PlanForm({ shown, blank, refused }: Props) {
  const typed = refused?.typed
  const values = typed ? { ...rowsOfOthers(shown.values, typed), ...typed } : shown.values
  // Words that somebody else saved meanwhile stand beside the fields, so the next save is over their revision. Otherwise it is
  // the one that the fields were read from: a later one would hide what is not shown.
  const revision = refused?.saved?.revision ?? (Number(typedIn(typed ?? {}, 'revision')) || shown.revision)
  return (
    <Plan
      value={{ values, errors: refused?.errors ?? {}, saved: refused?.saved, isPublished: shown.isPublished }}
    >
      <Form method="post" id="drop-plan" noValidate aria-label="Plan of the drop">
        <input type="hidden" name="revision" value={revision} />
        {refused && <Refused {...refused} />}
        <Section
          item={1}
          title="Name"
          note={shown.copiedFrom ? `copied from ${shown.copiedFrom}` : undefined}
        >
          <Grid>
            <Inputs of={fieldsIn('name')} />
          </Grid>
        </Section>
        <Section item={2} title="Units and money" note="USD, before tax">
          <Grid>
            <Inputs of={fieldsIn('units')} />
            <HouseNumbers units={shown.units} used={shown.used} />
          </Grid>
          <p className="con-hint mt-2">{shown.money}</p>
          {shown.isReliedOn && (
            <p className="con-hint">
              Buyers rely on units, deposit, class and variants: a change is shown before it is saved, and
              said on their order pages.
            </p>
          )}
        </Section>
        <Rows list="variants" blank={blank.variants} item={3} note="the lowest price is the starting price">
          {(id) => <VariantFields id={id} count={shown.variantPhotos[id]?.length} />}
        </Rows>
        <Section item={4} title="Launch" note={shown.zone}>
          <Grid>
            <Inputs of={fieldsIn('launch')} />
          </Grid>
        </Section>
        <Section item={5} title="Look">
          <Grid>
            <Inputs of={fieldsIn('look')} />
          </Grid>
          <MeasuredContrast />
          <DrawingChoice shown={shown} />
        </Section>
        <Section item={6} title="Words">
          <Grid>
            <Inputs of={fieldsIn('words')} />
          </Grid>
        </Section>
        <Rows list="patches" blank={blank.patches} item={7} note="a lower place comes first">
          {(id) => (
            <Grid>
              <Inputs of={Object.keys(patchFields)} below={`patches.${id}.`} />
            </Grid>
          )}
        </Rows>
      </Form>
    </Plan>
  )
}

/** The stored rows that the typed form knows nothing of: others added them, and saving must not take them out unseen. */
function rowsOfOthers(stored: SubmittedFields, typed: SubmittedFields): SubmittedFields {
  const rowOf = (field: string) => /^(?:variants|patches)\.[^.]+\./.exec(field)?.[0]
  const known = new Set(Object.keys(typed).flatMap((field) => rowOf(field) ?? []))
  return Object.fromEntries(
    Object.entries(stored).filter(([field]) => {
      const row = rowOf(field)
      return row !== undefined && !known.has(row)
    }),
  )
}

function Refused({ errors, saved, reliedOn = [] }: RefusedPlan) {
  const words =
    errors.form ?? (Object.keys(errors).length > 0 ? ['Nothing was saved: see the marked fields.'] : [])
  return (
    <div className="con-region grid gap-2" role="alert">
      {words.map((sentence) => (
        <Status key={sentence} kind={saved || reliedOn.length > 0 ? 'review' : 'no'}>
          {sentence}
        </Status>
      ))}
      {saved && (
        <ul className="grid gap-1" aria-label="What is saved, and what you wrote">
          {saved.differences.map(({ field, label, before, after }) => (
            <li key={field}>
              {label}: {saved.by} saved <b>{before}</b>, you wrote <b>{after}</b>
            </li>
          ))}
        </ul>
      )}
      {reliedOn.length > 0 && (
        <GateBox>
          <ul className="grid gap-1" aria-label="What changes for later buyers">
            {reliedOn.map(({ field, label, before, after }) => (
              <li key={field}>
                {label}: <Redline before={before} after={after} />
              </li>
            ))}
          </ul>
          <p className="text-muted">
            Numbers that are held or sold keep what they were bought under. Their order pages say what
            changed.
          </p>
          <CheckField name="isConfirmed" label="Change it for later buyers" />
        </GateBox>
      )}
    </div>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <div className="clear-both grid grid-cols-3 gap-3 max-md:grid-cols-2">{children}</div>
}

function Inputs({ of, below = '' }: { of: readonly string[]; below?: string }) {
  return of.map((name) => <PlanInput key={name} name={below + name} />)
}

type InputProps = { name: string; isWide?: boolean }

function PlanInput({ name, isWide }: InputProps) {
  const { values, errors, isPublished } = use(Plan)
  const field = planField(name)
  if (!field) throw new Error(`A plan has no field ${name}`)
  const { label, hint, options, look, attrs } = field
  const value = typedIn(values, name)
  const given = { name, label, hint, defaultValue: value, errors: errors[name] }
  return (
    <div className={`grid content-start gap-1 ${(isWide ?? field.isWide) ? 'col-span-full' : ''}`}>
      {options ? (
        <SelectField {...given} options={options} />
      ) : look === 'area' ? (
        <TextArea {...given} rows={name === 'story' ? 6 : 2} />
      ) : look === 'check' ? (
        <CheckField name={name} label={label} defaultChecked={value === 'on'} />
      ) : (
        <TextField {...attrs} {...given} readOnly={isPublished && field.isFixed} />
      )}
      <SavedByOther name={name} />
    </div>
  )
}

function SavedByOther({ name }: { name: string }) {
  const { saved } = use(Plan)
  const other = saved?.differences.find(({ field }) => field === name)
  if (!saved || !other) return null
  return (
    <p className="con-hint" role="note">
      {saved.by} saved: <ins className="con-added">{other.before}</ins>
    </p>
  )
}

function HouseNumbers({ units, used }: { units: number; used: readonly number[] }) {
  const aside = parseNumbers(usePlanValue('house'), maxUnits)
  if (units === 0 || !aside) return <PlanInput name="house" isWide />
  return (
    <fieldset className="con-field col-span-full">
      <legend className="mb-1 text-muted">{`Set aside for the house: ${aside.length} of ${units}`}</legend>
      <div className="grid grid-cols-[repeat(20,minmax(24px,1fr))] gap-0.5 max-md:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]">
        {Array.from({ length: Math.max(units, ...aside) }, (_, at) => at + 1).map((number) => {
          const isAside = aside.includes(number)
          const isUsed = used.includes(number) && !isAside
          return (
            <label
              key={number}
              className="relative grid h-6 cursor-pointer place-items-center border border-hairline font-display text-xs font-normal text-muted hover:bg-raised has-checked:border-dashed has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-ink has-disabled:cursor-not-allowed has-disabled:text-faint has-disabled:line-through max-md:h-11"
              title={isUsed ? 'Held or sold' : undefined}
            >
              <input
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
                type="checkbox"
                name="house"
                value={number}
                defaultChecked={isAside}
                disabled={isUsed}
              />
              {number}
            </label>
          )
        })}
      </div>
      <p className="con-hint">A house number is made and never offered.</p>
      <SavedByOther name="house" />
    </fieldset>
  )
}

function MeasuredContrast() {
  const [theme, accent, ground] = [usePlanValue('theme'), usePlanValue('accent'), usePlanValue('ground')]
  return <ContrastNote look={{ theme, accent, ground }} />
}

export function ContrastNote({ look }: { look: { theme: string; accent: string; ground: string } }) {
  const theme = dropThemes.find((each) => each === look.theme)
  if (!theme) return null // the field of the theme says so
  const fault = colorFault({ ...look, theme })
  if (fault?.why === 'no_color')
    return (
      <p className="mt-2">
        <Status kind="over">Write the {fault.field} as #rrggbb, or leave it empty.</Status>
      </p>
    )
  const palette = artPalette(theme, look)
  const ratio = contrastOf(palette.accent, raisedGround(theme, look))
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2">
      <span
        className="inline-grid h-7 w-10 place-items-center border border-control"
        style={{ background: palette.ground, color: palette.accent }}
        aria-hidden
      >
        Aa
      </span>
      <Status kind={fault ? 'over' : 'done'}>
        {`The accent has a contrast of ${ratio.toFixed(1)} : 1 on the page.`}
        {fault && ' Text needs 4.5 : 1: choose a lighter one.'}
      </Status>
    </p>
  )
}

const offered = 6

function DrawingChoice({ shown }: { shown: ShownPlan }) {
  const initial = usePlanValue('artSeed')
  const theme = usePlanValue('theme')
  const seeds = ['', ...Array.from({ length: offered - 1 }, (_, at) => `${shown.slug}-${at + 2}`)]
  const all = seeds.includes(initial) ? seeds : [...seeds.slice(0, -1), initial]
  return (
    <fieldset className="mt-3">
      <legend className="con-label mb-1">Drawing</legend>
      <div className="grid grid-cols-3 gap-2 max-md:grid-cols-2">
        {all.map((seed, at) => (
          <label
            key={seed}
            className="relative block cursor-pointer border border-hairline bg-page hover:border-control has-checked:outline-2 has-checked:-outline-offset-1 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              type="radio"
              name="artSeed"
              value={seed}
              defaultChecked={seed === initial}
            />
            <img
              className="h-auto w-full"
              src={`/staff/drops/${shown.slug}/art/card.svg?day=opening&seed=${encodeURIComponent(seed)}&theme=${theme}&v=${shown.artVersion}`}
              width={420}
              height={252}
              alt={`Drawing ${at + 1}`}
              loading="lazy"
            />
          </label>
        ))}
      </div>
      <p className="con-hint mt-1">
        One line for each unit. In Noir the drawing is the number itself, and only the grain of the plate
        differs.
      </p>
      <SavedByOther name="artSeed" />
    </fieldset>
  )
}

type RowsProps = {
  list: 'variants' | 'patches'
  blank: string
  item: number
  note: string
  children: (id: string) => ReactNode
}

function Rows({ list, blank, item, note, children }: RowsProps) {
  const { values } = use(Plan)
  const what = list === 'variants' ? 'variant' : 'patch'
  const ids = Object.keys(values).flatMap((field) => {
    const [of, id = '', name = ''] = field.split('.')
    return of === list && name !== 'remove' && typedIn(values, field) !== '' ? [id] : []
  })
  const row = (id: string) => {
    const name = typedIn(values, `${list}.${id}.name`)
    return (
      <fieldset key={id} className="border-t border-hairline pt-2">
        <legend className="con-label float-left mb-1.5 w-full">
          <span className="flex items-center gap-4">
            {id === blank ? `New ${what}` : name || `A ${what} without a name`}
            {id !== blank && (
              <CheckField
                name={`${list}.${id}.remove`}
                label="Take it out"
                defaultChecked={typedIn(values, `${list}.${id}.remove`) === 'on'}
              />
            )}
          </span>
        </legend>
        {children(id)}
      </fieldset>
    )
  }
  return (
    <Section item={item} title={list === 'variants' ? 'Variants' : 'Patches'} note={note}>
      <div className="grid gap-4">
        {[...new Set(ids)].map(row)}
        {ids.length === 0 ? (
          row(blank)
        ) : (
          <details>
            <summary className="con-verb mb-3 w-fit" data-small="">
              Another {what}
            </summary>
            {row(blank)}
          </details>
        )}
      </div>
    </Section>
  )
}

function VariantFields({ id, count }: { id: string; count: number | undefined }) {
  return (
    <>
      <Grid>
        <Inputs of={Object.keys(variantFields)} below={`variants.${id}.`} />
      </Grid>
      {count !== undefined && (
        <p className="mt-2">
          <a className="con-link" href={`#photos-${id}`}>
            {photoCountWords(count)}
          </a>
        </p>
      )}
    </>
  )
}

export function photoCountWords(count: number): string {
  if (count === 0) return 'no photograph'
  return count === 1 ? '1 photograph' : `${count} photographs`
}
