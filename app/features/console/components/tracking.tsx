import { type deskFieldsOf, SelectField, TextField } from './fields.tsx'

type Tracking = { text: string; url: string | null }

/** A tracking number, as a link to the carrier's page about it where there is one. */
export function TrackingLink({ tracking: { text, url } }: { tracking: Tracking }) {
  if (!url) return <span>{text}</span>
  return (
    <a className="con-link" href={url} rel="noreferrer">
      {text}
    </a>
  )
}

/** The same with its word before it; nothing where there is none. */
export function TrackingLine({ tracking }: { tracking: Tracking | null | undefined }) {
  if (!tracking) return null
  return (
    <span>
      {'Tracking: '}
      <TrackingLink tracking={tracking} />
    </span>
  )
}

type TrackingFieldsProps = {
  /** The carriers, as pairs of value and words. */
  carriers: readonly (readonly [value: string, words: string])[]
  field: ReturnType<typeof deskFieldsOf>
  hint?: string
}

/** Who carries something, and the carrier's number. */
export function TrackingFields({ carriers, field, hint }: TrackingFieldsProps) {
  return (
    <>
      <SelectField label="Carrier" {...field('carrier')} options={carriers} />
      <TextField label="Tracking number" {...field('tracking')} maxLength={60} hint={hint} />
    </>
  )
}
