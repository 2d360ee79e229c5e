import { Form } from 'react-router'
import type { SubmittedFields } from '#app/http/form.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { buyWords } from '../words.ts'

type Props = { startKey?: string; error?: string[] | undefined; given?: SubmittedFields }

/** The field for a reservation's code. Errors are shown on the page that starts orders. */
export function CodeForm({ startKey, error, given = {} }: Props) {
  const typed = given.code
  return (
    <Form
      method="post"
      action="/trust/buy"
      className="trust-code grid max-w-[620px] grid-cols-[minmax(0,1fr)_auto] items-start gap-3 max-sm:grid-cols-1"
      {...heldProof('trust')}
    >
      {startKey !== undefined && <input type="hidden" name="key" value={startKey} autoComplete="off" />}
      <TextField
        name="code"
        label={buyWords.code}
        hint={buyWords.codeHint}
        error={error}
        defaultValue={typeof typed === 'string' ? typed : ''}
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="A000-XXXX-XXXX-XXXX"
      />
      <Button className="mt-6 max-sm:mt-0" busyLabel="One moment">
        {buyWords.redeem}
      </Button>
    </Form>
  )
}
