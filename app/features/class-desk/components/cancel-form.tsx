import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { rosterPath } from '../rules.ts'

type Props = {
  id: string
  /** The day to type, `2026-12-05`. */
  day: string
  booked: number
  mayCancel: boolean
  /** The values of a refused form, and its errors. */
  typed?: string | undefined
  error?: string | undefined
}

/** Cancels a class. Its day is typed, so that no other class is canceled by a slip. */
export function CancelForm({ id, day, booked, mayCancel, typed, error }: Props) {
  const action = `${rosterPath(id)}/cancellation`
  return (
    <Form method="post" action={action} className="grid max-w-[620px] gap-3">
      <p className="text-muted">
        {booked === 0
          ? 'Nobody is booked. The date is removed from the schedule.'
          : `${booked} booked get everything back and a mail within minutes. This cannot be undone.`}
      </p>
      {mayCancel ? (
        <>
          <TextField
            label={`Type ${day} to cancel`}
            name="day"
            defaultValue={typed}
            errors={error === undefined ? undefined : [error]}
            autoComplete="off"
            required
          />
          <div>
            <Verb look="stop" busyWords="Canceling...">
              Cancel class
            </Verb>
          </div>
        </>
      ) : (
        <Verb gate={['Your role does not refund. Ask a manager.']}>Cancel class</Verb>
      )}
    </Form>
  )
}
