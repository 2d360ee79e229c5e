import { Form, Link } from 'react-router'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { actorName } from '#app/features/staff/rules.ts'
import { type AuditQuery, auditPath, verbWords } from '../rules.ts'

type Props = { query: AuditQuery; actors: readonly string[]; verbs: readonly string[] }

/** The filter of the log as a form, which writes it into the address. */
export function AuditBar({ query, actors, verbs }: Props) {
  return (
    <Form
      role="search"
      aria-label="Filter the log"
      action={auditPath}
      key={JSON.stringify(query)}
      className="con-region grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_150px_150px_auto]"
    >
      <SelectField
        label="Person"
        name="actor"
        defaultValue={query.actor ?? ''}
        options={[
          ['', 'Everybody'],
          ...known(actors, query.actor).map((one) => [one, actorName(one)] as const),
        ]}
      />
      <SelectField
        label="Action"
        name="verb"
        defaultValue={query.verb ?? ''}
        options={[
          ['', 'Every action'],
          ...known(verbs, query.verb).map((one) => [one, verbWords(one)] as const),
        ]}
      />
      <TextField label="On what" name="subject" defaultValue={query.subject ?? ''} autoComplete="off" />
      <TextField label="From" name="from" type="date" defaultValue={query.from ?? ''} />
      <TextField label="To" name="to" type="date" defaultValue={query.to ?? ''} />
      <span className="flex items-center gap-3">
        <Verb>Filter</Verb>
        {Object.keys(query).length > 0 && (
          <Link className="con-link" to={auditPath}>
            Clear
          </Link>
        )}
      </span>
    </Form>
  )
}

/** The values of a field; one from the address that the log does not have stays to be seen. */
function known(values: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || values.includes(chosen) ? values : [chosen, ...values]
}
