import { useId, useState } from 'react'
import { Verb } from '../../console/components/verb.tsx'
import { Problem } from './problem.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { usePasskey } from './use-passkey.ts'

/** Makes a passkey. With a member's first one come the recovery codes, once. */
export function NewPasskey() {
  const { start, problem, data,  } = usePasskey<{ refusal?: string; codes?: string[] }>({
    kind: 'new',
    challenge: '/staff/passkeys/challenge',
    action: '/staff/passkeys',
  })
  const id = useId()
  const [name, setName] = useState('')
  if (data?.codes?.length) return <RecoveryCodes codes={data.codes} />
  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void start({ name })
      }}
    >
      <noscript>
        <p className="con-hint">Passkeys need JavaScript.</p>
      </noscript>
      <div className="con-field">
        <label htmlFor={id}>Name of the passkey</label>
        <input
          id={id}
          className="con-entry"
          maxLength={60}
          placeholder="Desk laptop"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <Verb look="primary" busyWords="Waiting for the passkey">
        Create a passkey
      </Verb>
      <Problem>{problem ?? data?.refusal}</Problem>
    </form>
  )
}
