import { createContext, type ReactNode, use } from 'react'
import { Form } from 'react-router'
import { CheckField, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import {
  fieldsIn,
  patchFields,
  planField,
  type ShownChange,
  variantFields,
} from '#app/features/drops/plan-fields.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import type { ShownPlan } from './shown-plan.server.ts'

export type RefusedPlan = {
  typed: SubmittedFields
  errors: FieldErrors
  saved?: { by: string; revision: number; differences: ShownChange[] } | undefined
}

type PlanState = { values: SubmittedFields; errors: FieldErrors; isPublished: boolean }

const Plan = createContext<PlanState>({ values: {}, errors: {}, isPublished: false })

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
    <Plan value={{ values, errors: refused?.errors ?? {}, isPublished: shown.isPublished }}>
      <Form method="post" id="drop-plan" noValidate aria-label="Plan of the drop">
        <input type="hidden" name="revision" value={revision} />
        {refused && <Refused {...refused} />}
        <Section item={1} title="Name">
          <Grid>
            <Inputs of={fieldsIn('name')} />
          </Grid>
        </Section>
        <Section item={2} title="Units and money" note="USD, before tax">
          <Grid>
            <Inputs of={fieldsIn('units')} />
          </Grid>
          {shown.isReliedOn && (
            <p className="con-hint">
              Buyers rely on deposit, class and variants: a change is for later buyers alone. Numbers that are
              held or sold keep what they were bought under.
            </p>
          )}
        </Section>
        <Rows list="variants" blank={blank.variants} item={3} note="the lowest price is the starting price">
          {(id) => <VariantFields id={id} count={shown.variantPhotos[id]?.length} />}
        </Rows>
        <Section item={4} title="Launch" note="the shop’s time">
          <Grid>
            <Inputs of={fieldsIn('launch')} />
          </Grid>
        </Section>
        <Section item={5} title="Look">
          <Grid>
            <Inputs of={fieldsIn('look')} />
          </Grid>
        </Section>
        <Section item={6} title="Words">
          <Grid>
            <Inputs of={fieldsIn('words')} />
          </Grid>
        </Section>
        <Rows list="patches" blank={blank.patches} item={7} note="their order is changed in the catalog">
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

function Refused({ errors, saved }: RefusedPlan) {
  const words =
    errors.form ?? (Object.keys(errors).length > 0 ? ['Nothing was saved: see the marked fields.'] : [])
  return (
    <div className="con-region grid gap-2" role="alert">
      {words.map((sentence) => (
        <Status key={sentence} kind={saved ? 'review' : 'no'}>
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
    </div>
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
      ) : look === 'check' ? (
        <CheckField name={name} label={label} defaultChecked={value === 'on'} />
      ) : (
        <TextField {...attrs} {...given} readOnly={isPublished && field.isFixed} />
      )}
    </div>
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
