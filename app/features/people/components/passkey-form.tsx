import { Shape } from '../../console/components/shape.tsx'
import { Verb } from '../../console/components/verb.tsx'

type Props = {
  challenge: string
  problem: string | undefined
}

export function PasskeySignIn({ challenge, problem, next }: Props & { next: string }) {
  return (
    <form
      method="post"
      className="grid justify-items-start gap-2"
      data-passkey="sign-in"
      data-challenge={challenge}
    >
      <p className="con-hint hidden noscript:block">Passkeys need JavaScript. Use another way below.</p>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="credential" autoComplete="off" />
      <Verb look="primary" busyWords="Waiting for the passkey">
        Continue with passkey
      </Verb>
      <p className="con-hint">A passkey on this machine, on your phone, or a security key.</p>
      <PasskeyProblem>{problem}</PasskeyProblem>
    </form>
  )
}

export function NewPasskey({ challenge, problem }: Props) {
  return (
    <form
      method="post"
      className="grid justify-items-start gap-2"
      data-passkey="new"
      data-challenge={challenge}
    >
      <p className="con-hint hidden noscript:block">Passkeys need JavaScript.</p>
      <input type="hidden" name="credential" autoComplete="off" />
      <div className="con-field">
        <label htmlFor="passkey-name">Name of the passkey</label>
        <input id="passkey-name" className="con-entry" name="name" maxLength={60} placeholder="Desk laptop" />
      </div>
      <Verb look="primary" busyWords="Waiting for the passkey">
        Create a passkey
      </Verb>
      <PasskeyProblem>{problem}</PasskeyProblem>
    </form>
  )
}

function PasskeyProblem({ children }: { children: string | undefined }) {
  return (
    <p className="con-error" role="alert" data-problem="" hidden={!children}>
      <Shape kind="over" />
      <span>{children}</span>
    </p>
  )
}
