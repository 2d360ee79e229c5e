import { createContext, type ReactNode, use } from 'react'
import { Form } from 'react-router'
import {
  CheckField,
  Problem,
  SelectField,
  TextArea,
  TextField,
} from '#app/features/console/components/fields.tsx'
import type { Refused } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { fieldsIn, planField, type PlanSection, variantFields } from '#app/features/drops/plan-fields.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import type { ShownPlan } from './shown-plan.server.ts'

type PlanState = { values: SubmittedFields; errors: FieldErrors; isPublished: boolean }

const Plan = createContext<PlanState>({ values: {}, errors: {}, isPublished: false })

type Props = {
  shown: ShownPlan
  /** The id of a variant that may be added. */
  blank: string
  refused: Refused | undefined
}

export function PlanForm({ shown, blank, refused }: Props) {
  const { given: typed, fieldErrors: errors = {} } = refused ?? {}
  const values = typed ? { ...rowsOfOthers(shown.values, typed), ...typed } : shown.values
  // Where others changed fields, what is stored stands beside them, so the next save is over that revision. Otherwise it is the
  // one that the fields were read from: a later one would hide what is not shown.
  const revision = typed && !errors.form ? typedIn(typed, 'revision') : shown.revision
  return (
    <Plan value={{ values, errors, isPublished: shown.isPublished }}>
      <Form method="post" id="drop-plan" noValidate aria-label="Plan of the drop">
        <input type="hidden" name="revision" value={revision} />
        {refused && (
          <div className="con-region">
            <Problem>{errors.form ?? 'Nothing was saved: see the marked fields.'}</Problem>
          </div>
        )}
        <PlanPart item={1} title="Name" of="name" />
        <PlanPart item={2} title="Units and money" note="USD, before tax" of="units">
          {shown.isReliedOn && (
            <p className="con-hint">
              Buyers rely on deposit, class and variants: a change is for later buyers alone. Numbers that are
              held or sold keep what they were bought under.
            </p>
          )}
        </PlanPart>
        <Variants blank={blank} photos={shown.variantPhotos} />
        <PlanPart item={4} title="Launch" note="the shop’s time" of="launch" />
        <PlanPart item={5} title="Look" of="look" />
        <PlanPart item={6} title="Words" of="words" />
      </Form>
    </Plan>
  )
}

/** The stored rows that the typed form knows nothing of: others added them, and saving must not take them out unseen. */
function rowsOfOthers(stored: SubmittedFields, typed: SubmittedFields): SubmittedFields {
  const rowOf = (field: string) => /^variants\.[^.]+\./.exec(field)?.[0]
  const known = new Set(Object.keys(typed).flatMap((field) => rowOf(field) ?? []))
  return Object.fromEntries(
    Object.entries(stored).filter(([field]) => {
      const row = rowOf(field)
      return row !== undefined && !known.has(row)
    }),
  )
}

type PartProps = { item: number; title: string; note?: string; of: PlanSection; children?: ReactNode }

function PlanPart({ of, children, ...head }: PartProps) {
  return (
    <Section {...head}>
      <Grid>
        <Inputs of={fieldsIn(of)} />
      </Grid>
      {children}
    </Section>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <div className="clear-both grid grid-cols-3 gap-3 max-md:grid-cols-2">{children}</div>
}

function Inputs({ of, below = '' }: { of: readonly string[]; below?: string }) {
  return of.map((name) => <PlanInput key={name} name={below + name} />)
}

function PlanInput({ name }: { name: string }) {
  const { values, errors, isPublished } = use(Plan)
  const field = planField(name)
  if (!field) throw new Error(`A plan has no field ${name}`)
  const { label, hint, options, look, attrs, isWide } = field
  const value = typedIn(values, name)
  const given = { name, label, hint, defaultValue: value, errors: errors[name] }
  return (
    <div className={`grid content-start gap-1 ${isWide ? 'col-span-full' : ''}`}>
      {options ? (
        <SelectField {...given} options={options} />
      ) : look === 'area' ? (
        <TextArea {...given} rows={name === 'story' ? 6 : 2} />
      ) : (
        <TextField {...attrs} {...given} readOnly={isPublished && field.isFixed} />
      )}
    </div>
  )
}

type VariantsProps = { blank: string; photos: ShownPlan['variantPhotos'] }

function Variants({ blank, photos }: VariantsProps) {
  const { values } = use(Plan)
  const ids = Object.keys(values).flatMap((field) => {
    const [list, id = '', name = ''] = field.split('.')
    return list === 'variants' && name !== 'remove' && typedIn(values, field) !== '' ? [id] : []
  })
  const row = (id: string) => {
    const count = photos[id]?.length
    return (
      <fieldset key={id} className="border-t border-hairline pt-2">
        <legend className="con-label float-left mb-1.5 w-full">
          <span className="flex items-center gap-4">
            {id === blank
              ? 'New variant'
              : typedIn(values, `variants.${id}.name`) || 'A variant without a name'}
            {id !== blank && (
              <CheckField
                name={`variants.${id}.remove`}
                label="Take it out"
                defaultChecked={typedIn(values, `variants.${id}.remove`) === 'on'}
              />
            )}
          </span>
        </legend>
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
      </fieldset>
    )
  }
  return (
    <Section item={3} title="Variants" note="the lowest price is the starting price">
      <div className="grid gap-4">
        {[...new Set(ids)].map(row)}
        {ids.length === 0 ? (
          row(blank)
        ) : (
          <details>
            <summary className="con-verb mb-3 w-fit" data-small="">
              Another variant
            </summary>
            {row(blank)}
          </details>
        )}
      </div>
    </Section>
  )
}

export function photoCountWords(count: number): string {
  if (count === 0) return 'no photograph'
  return count === 1 ? '1 photograph' : `${count} photographs`
}
