import { type deskFieldsOf, SelectField, TextField } from './fields.tsx'

type Tracking = { text: string; url: string | null }

export function TrackingLink({ tracking: { text, url } }: { tracking: Tracking }) {
  if (!url) return <span>{text}</span>
  return (
    <a className="con-link" href={url} rel="noreferrer">
      {text}
    </a>
  )
}

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
  carriers: readonly (readonly [value: string, words: string])[]
  field: ReturnType<typeof deskFieldsOf>
  hint?: string
}

export function TrackingFields({ carriers, field, hint }: TrackingFieldsProps) {
  return (
    <>
      <SelectField label="Carrier" {...field('carrier')} options={carriers} />
      <TextField label="Tracking number" {...field('tracking')} maxLength={60} hint={hint} />
    </>
  )
}
