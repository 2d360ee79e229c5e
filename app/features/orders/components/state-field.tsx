import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
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

export function StateField(props: Props) {
  const frame = 'grid min-w-0 content-start gap-1.5'
  // What may link to another page needs the router around it.
  if (props.error) return <div className={frame}>{drawField(props)}</div>
  // oxlint-disable-next-line react/no-danger -- React's own, of our own part
  return <div className={frame} dangerouslySetInnerHTML={{ __html: drawnField(props) }} />
}

/** Fifty states with a notice for each are a third of a form. The notices are the same object for half a minute. */
const drawn = new WeakMap<StateNotices, Map<string, string>>()

function drawnField(props: Props): string {
  const { notices, ...field } = props
  const ofNotices = drawn.get(notices) ?? new Map<string, string>()
  drawn.set(notices, ofNotices)
  const key = JSON.stringify(field)
  const html = ofNotices.get(key) ?? renderToStaticMarkup(drawField(props))
  ofNotices.set(key, html)
  return html
}

function drawField({ notices, defaultValue, error, ...field }: Props): ReactElement {
  // The server's error on this state is already shown.
  const notice = error ? undefined : notices[defaultValue]
  return (
    <>
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
    </>
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
