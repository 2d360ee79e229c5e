import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { RunView } from './run-view.ts'

type Props = {
  runs: readonly RunView[]
  /** Whether these are all the runs: they are chosen from a list then, and else named. */
  isListed: boolean
  errors: Readonly<Record<string, string[] | undefined>>
  submitted: { drop: string; number: string; code: string }
}

/** The two lookup forms. They use GET, so that a result can be reloaded, linked and reached without script. */
export function LookupForms({ runs, isListed, errors, submitted }: Props) {
  return (
    <div className="panel grid divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
      <form
        className="grid content-start gap-4 p-6 lg:content-between"
        method="get"
        action="/vault#result"
        aria-labelledby="ask-code"
        noValidate
      >
        <h2 className="h3" id="ask-code">
          Check a certificate
        </h2>
        <TextField
          className="[&_input]:font-display [&_input]:text-lg [&_input]:tracking-wider [&_input]:uppercase"
          name="code"
          label="Code"
          placeholder="A017-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          defaultValue={submitted.code}
          error={errors.code}
        />
        <Button variant="primary" block>
          Check the code
        </Button>
      </form>
      <form
        className="grid content-start gap-4 p-6 lg:content-between"
        method="get"
        action="/vault#result"
        aria-labelledby="ask-number"
        noValidate
      >
        <h2 className="h3" id="ask-number">
          Look up a number
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)_104px] items-start gap-3">
          {isListed ? (
            <SelectField
              name="drop"
              label="Drop"
              defaultValue={submitted.drop || runs[0]?.slug || ''}
              options={runs.map(({ slug, name }) => ({ value: slug, label: name }))}
              error={errors.drop}
            />
          ) : (
            <TextField
              name="drop"
              label="Drop"
              placeholder="Name or №"
              autoComplete="off"
              maxLength={80}
              required
              defaultValue={submitted.drop}
              error={errors.drop}
            />
          )}
          <TextField
            name="number"
            label="Number"
            inputMode="numeric"
            autoComplete="off"
            required
            defaultValue={submitted.number}
            error={errors.number}
          />
        </div>
        <Button block>Check status</Button>
      </form>
    </div>
  )
}
