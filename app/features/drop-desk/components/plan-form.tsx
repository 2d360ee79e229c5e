import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { CheckField, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import type { ShownChange } from '../routes/shown-plan.server.ts'

/** What the fields of a plan show: its values, or what was typed and refused, with what is wrong and what others wrote. */
type PlanFormState = {
  values: SubmittedFields
  errors: FieldErrors
  conflicts: readonly ShownChange[]
}

const PlanForm = createContext<PlanFormState>({ values: {}, errors: {}, conflicts: [] })

/** The state of the form around its fields. */
export const PlanFormProvider = PlanForm.Provider

/** The value of a field as the form shows it. */
export function usePlanValue(name: string): string {
  return typedIn(use(PlanForm).values, name)
}

type Around = { name: string; label: ReactNode; hint?: ReactNode; wide?: boolean; note?: ReactNode }

/** Fields side by side, below the legend of their row where it has one. */
export function PlanGrid({ children }: { children: ReactNode }) {
  return <div className="clear-both grid grid-cols-3 gap-3 max-md:grid-cols-2">{children}</div>
}

/** A field of one row. */
export function PlanField({ name, label, hint, wide, note, ...input }: Around & ComponentProps<'input'>) {
  const { field, conflict } = usePlanField(name)
  return (
    <Cell wide={wide}>
      <TextField {...input} {...field} name={name} label={label} hint={hint} />
      {note}
      {conflict}
    </Cell>
  )
}

/** A field of several rows. */
export function PlanText({ name, label, hint, wide, note, ...input }: Around & ComponentProps<'textarea'>) {
  const { field, conflict } = usePlanField(name)
  return (
    <Cell wide={wide}>
      <TextArea {...input} {...field} name={name} label={label} hint={hint} />
      {note}
      {conflict}
    </Cell>
  )
}

/** A choice of one. */
export function PlanSelect({
  name,
  label,
  hint,
  wide,
  options,
  ...input
}: Around & ComponentProps<'select'> & { options: ComponentProps<typeof SelectField>['options'] }) {
  const { field, conflict } = usePlanField(name)
  return (
    <Cell wide={wide}>
      <SelectField {...input} {...field} name={name} label={label} hint={hint} options={options} />
      {conflict}
    </Cell>
  )
}

/** Yes or no. */
export function PlanCheck({ name, label }: { name: string; label: ReactNode }) {
  const { field, conflict } = usePlanField(name)
  return (
    <Cell>
      <CheckField name={name} label={label} defaultChecked={field.defaultValue === 'on'} />
      {conflict}
    </Cell>
  )
}

/** What a field shows, and what another person wrote in it. */
export function usePlanField(name: string) {
  const { values, errors, conflicts } = use(PlanForm)
  const other = conflicts.find(({ field }) => field === name)
  return {
    field: { defaultValue: typedIn(values, name), errors: errors[name] },
    conflict: other && (
      <p className="con-hint" role="note">
        {other.by} changed it: <Redline before={other.before} after={other.after} />
      </p>
    ),
  }
}

function Cell({ wide, children }: { wide?: boolean | undefined; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-full grid content-start gap-1' : 'grid content-start gap-1'}>
      {children}
    </div>
  )
}
