import { SelectField } from '#app/ui/field.tsx'
import { states } from '../../compliance/rules/states.ts'
import { servedWords } from '../../compliance/words.ts'

export type StateNotices = Readonly<Record<string, { outcome: 'review' | 'refused'; text: string }>>

type Props = {
  name: string
  label: string
  hint?: string
  error: readonly string[] | undefined
  notices: StateNotices
  defaultValue: string
  autoComplete: string
  required?: boolean
}

const options = states.map(({ code, name }) => ({ value: code, label: name }))

export function StateField({ notices, defaultValue, error, ...field }: Props) {
  // The server's error on this state is already shown.
  const notice = error ? undefined : notices[defaultValue]
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <SelectField
        hint={servedWords}
        {...field}
        id={field.name}
        error={error}
        options={options}
        placeholder="Choose a state"
        defaultValue={defaultValue}
      />
      <p
        className="text-sm text-hold empty:hidden data-[outcome=refused]:text-stop"
        data-outcome={notice?.outcome}
        aria-live="polite"
        data-notices-of={field.name}
        data-notices={JSON.stringify(notices)}
      >
        {notice?.text}
      </p>
    </div>
  )
}

export function StateList({ notices }: { notices: StateNotices }) {
  const named = (outcome: 'review' | 'refused') =>
    states
      .filter(({ code }) => notices[code]?.outcome === outcome)
      .map(({ name }) => name)
      .join(', ')
  return (
    <details className="text-sm/normal text-faint [&>p]:max-w-text [&>p]:pt-1">
      <summary className="w-fit py-3 text-muted underline decoration-control decoration-1 underline-offset-4 hover:decoration-accent">
        States we check first, and states we can’t sell to
      </summary>
      {named('review') && <p>We check orders from these states first: {named('review')}.</p>}
      {named('refused') && <p>We can’t take orders from these states: {named('refused')}.</p>}
    </details>
  )
}
