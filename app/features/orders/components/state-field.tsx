import { useState } from 'react'
import { SelectField } from '#app/ui/field.tsx'
import { states } from '../../compliance/rules.ts'

/** What a buyer is told about a state as soon as it is chosen. States that need no word are left out. */
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

/** A choice of one of the states that are served, with the state rules' word on it at once. */
export function StateField({ notices, defaultValue, error, ...field }: Props) {
  const [chosen, setChosen] = useState(defaultValue)
  // The server's own word on this state stands beside the field already.
  const notice = error && chosen === defaultValue ? undefined : notices[chosen]
  return (
    <div className="state-field">
      <SelectField
        {...field}
        id={field.name}
        error={error}
        options={options}
        placeholder="Choose a state"
        defaultValue={defaultValue}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <p className="state-notice" data-outcome={notice?.outcome} aria-live="polite">
        {notice?.text}
      </p>
    </div>
  )
}

/** All states with a word on them, for those who want to know before they choose, and for browsers without script. */
export function StateList({ notices }: { notices: StateNotices }) {
  const named = (outcome: 'review' | 'refused') =>
    states
      .filter(({ code }) => notices[code]?.outcome === outcome)
      .map(({ name }) => name)
      .join(', ')
  return (
    <details className="fine">
      <summary>States we check first, and states we cannot reserve in</summary>
      {named('review') && <p>Checked by our staff first: {named('review')}.</p>}
      {named('refused') && <p>No reservations: {named('refused')}.</p>}
    </details>
  )
}
