import type { Asked } from '#app/features/console/components/fields.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'

type Kept = { id: string; name: string; revision: number; isRetired: boolean }

type Props<Record extends Kept> = {
  records: readonly Record[]
  fields: readonly Asked[]
  valuesOf: (record?: Record) => Readonly<Partial<{ [name: string]: string }>>
  formKey: string
  refused: Refused | undefined
  one: string
  retired: string
  note: (record: Record) => string
  facts?: (record: Record) => React.ReactNode
}

export function KeptRecords<Record extends Kept>({ records, formKey, refused, ...props }: Props<Record>) {
  const { fields, valuesOf, one, retired, note, facts } = props
  const refusedFor = (id: string) => (refused && (refused.given.id ?? '') === id ? refused : undefined)
  return (
    <>
      {records.map((record) => {
        const { id, name, revision, isRetired } = record
        return (
          <Section key={id} title={name} note={note(record)}>
            {facts?.(record)}
            <details open={refusedFor(id) !== undefined}>
              <summary className="con-verb" data-small="" aria-label={`Change ${name}`}>
                Change
              </summary>
              <div className="mt-3">
                <RecordForm
                  fields={[...fields, { name: 'isRetired', label: retired, type: 'checkbox' }]}
                  values={{ ...filled(valuesOf(record)), isRetired: isRetired ? 'yes' : '' }}
                  refused={refusedFor(id)}
                  hidden={{ key: formKey, id, revision }}
                  submit="Save"
                  look="quiet"
                />
              </div>
            </details>
          </Section>
        )
      })}
      <Section item={1} title={`Add ${one === 'instructor' ? 'an' : 'a'} ${one}`}>
        <RecordForm
          fields={fields}
          values={filled(valuesOf())}
          refused={refusedFor('')}
          hidden={{ key: formKey }}
          submit={`Add ${one}`}
        />
      </Section>
    </>
  )
}

const filled = (values: Readonly<Partial<{ [name: string]: string }>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
